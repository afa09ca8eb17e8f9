# rigs of the papers
dist_pkgdata_DATA = data/zhao-2008.yaml
