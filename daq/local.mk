# SPDX-License-Identifier: GPL-3.0-or-later
noinst_LIBRARIES += daq/libdaq.a
daq_libdaq_a_SOURCES = \
	daq/campaign.c daq/campaign.h \
	daq/channel.c daq/channel.h \
	daq/health.c daq/health.h \
	daq/mapping.c daq/mapping.h \
	daq/pace.c daq/pace.h \
	daq/random.c daq/random.h \
	daq/reader.c daq/reader.h \
	daq/recent.c daq/recent.h \
	daq/recorder.c daq/recorder.h \
	daq/ring.c daq/ring.h \
	daq/screen.c daq/screen.h \
	daq/session.c daq/session.h \
	daq/source.c daq/source.h \
	daq/source_file.c \
	daq/source_rig.c \
	daq/source_test.c \
	daq/stop.c daq/stop.h \
	daq/table.c daq/table.h daq/table_kind.h \
	daq/table_columns.c daq/table_sound.c \
	daq/columns.h daq/columns_held.c daq/columns_text.c daq/columns_uff.c \
	daq/trace.c daq/trace.h \
	daq/trigger.c daq/trigger.h \
	daq/truth.c daq/truth.h
daq_libs = daq/libdaq.a $(measure_libs) $(sim_libs) $(run_libs) $(cli_libs) -lpthread
if WITH_MATIO
daq_libdaq_a_SOURCES += daq/columns_mat.c
daq_libs += $(MATIO_LIBS)
endif
if WITH_COMEDI
daq_libdaq_a_SOURCES += \
	daq/comedi_command.c daq/comedi_command.h \
	daq/comedi_list.c daq/comedi_list.h \
	daq/source_comedi.c
daq_libs += $(COMEDI_LIBS)
endif
if WITH_ALSA
daq_libdaq_a_SOURCES += daq/alsa_list.c daq/alsa_list.h daq/source_alsa.c
daq_libs += $(ALSA_LIBS)
endif

bin_PROGRAMS += skitter-daq
skitter_daq_SOURCES = daq/skitter_daq.c \
	daq/command_import.c daq/command_list.c daq/command_monitor.c daq/command_record.c \
	daq/commands.h \
	daq/talk.c daq/talk.h
skitter_daq_LDADD = $(daq_libs)
