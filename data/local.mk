# rigs of the papers' mechanisms
dist_pkgdata_DATA = \
	data/zhao-2008.yaml data/zhao-2008-pendulum.yaml \
	data/liu-2007-case4.yaml data/liu-2007-case5.yaml data/liu-2007-case6.yaml \
	data/leine-2002.yaml data/leine-2002-simple.yaml \
	data/or-2012.yaml \
	data/painleve-rod.yaml data/painleve-box.yaml \
	data/chain.yaml
