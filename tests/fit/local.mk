fit_fixture = tests/fit/fixture.c tests/fit/fixture.h
fit_ldadd = fit/libfit.la $(CMOCKA_LIBS)

check_PROGRAMS += tests/fit/campaign
tests_fit_campaign_SOURCES = tests/fit/campaign.c $(fit_fixture)
tests_fit_campaign_LDADD = $(fit_ldadd)

# records runs for the scripts
EXTRA_PROGRAMS += tests/fit/record
CLEANFILES += tests/fit/record$(EXEEXT)
tests_fit_record_SOURCES = tests/fit/record.c $(fit_fixture)
tests_fit_record_LDADD = $(fit_ldadd)
