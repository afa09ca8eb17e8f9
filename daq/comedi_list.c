/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/comedi_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <comedilib.h>

enum { DEVICES_MAX = 64 };

static const char *const types[] = {"unused",
                                    "analog input",
                                    "analog output",
                                    "digital input",
                                    "digital output",
                                    "digital input and output",
                                    "counter",
                                    "timer",
                                    "memory",
                                    "calibration",
                                    "processor",
                                    "serial",
                                    "pulse width modulation"};

static json_t *ranges_of(comedi_t *device, unsigned subdevice)
{
    json_t *ranges = json_array();
    const int n = comedi_get_n_ranges(device, subdevice, 0);
    for (int i = 0; i < n; i++) {
        const comedi_range *range = comedi_get_range(device, subdevice, 0, (unsigned)i);
        if (range)
            json_array_append_new(ranges, json_pack("{s:f, s:f, s:s}", "min", range->min, "max",
                                                    range->max, "unit",
                                                    range->unit == UNIT_volt ? "V"
                                                    : range->unit == UNIT_mA ? "mA"
                                                                             : "1"));
    }
    return ranges;
}

/* the fastest that a single channel can be sampled; 0: it does not stream */
static double fastest(comedi_t *device, unsigned subdevice)
{
    comedi_cmd cmd;
    unsigned chanlist[1] = {CR_PACK(0, 0, AREF_GROUND)};
    if (comedi_get_cmd_generic_timed(device, subdevice, &cmd, 1, 1) < 0)
        return 0;
    cmd.chanlist = chanlist;
    cmd.chanlist_len = 1;
    for (int i = 0; i < 3 && comedi_command_test(device, &cmd) > 0; i++)
        continue;
    const unsigned period = cmd.scan_begin_src == TRIG_TIMER ? cmd.scan_begin_arg : cmd.convert_arg;
    return period ? 1e9 / period : 0;
}

static const char *calibration_of(comedi_t *device, unsigned subdevice)
{
    if (!(comedi_get_subdevice_flags(device, subdevice) & SDF_SOFT_CALIBRATED))
        return "by hardware";
    char *path = comedi_get_default_calibration_path(device);
    const char *text = path && access(path, R_OK) == 0 ? "by software, with its file"
                                                       : "by software, its file is missing";
    free(path);
    return text;
}

static json_t *subdevice_of(comedi_t *device, unsigned i)
{
    const int type = comedi_get_subdevice_type(device, i);
    json_t *object = json_pack(
        "{s:i, s:s, s:i, s:I}", "subdevice", (int)i, "type",
        type >= 0 && type < (int)(sizeof types / sizeof *types) ? types[type] : "unknown", "inputs",
        comedi_get_n_channels(device, i), "maxdata", (json_int_t)comedi_get_maxdata(device, i, 0));
    if (type != COMEDI_SUBD_AI)
        return object;
    json_object_set_new(object, "ranges", ranges_of(device, i));
    json_object_set_new(object, "max_rate", json_real(fastest(device, i)));
    json_object_set_new(object, "calibration", json_string(calibration_of(device, i)));
    json_object_set_new(object, "buffer", json_integer(comedi_get_max_buffer_size(device, i)));
    return object;
}

void daq_comedi_list(json_t *devices)
{
    comedi_loglevel(0);
    for (int i = 0; i < DEVICES_MAX; i++) {
        char path[32];
        snprintf(path, sizeof path, "/dev/comedi%d", i);
        comedi_t *device = comedi_open(path);
        if (!device)
            continue;
        json_t *subdevices = json_array();
        const int n = comedi_get_n_subdevices(device);
        for (int k = 0; k < n; k++)
            json_array_append_new(subdevices, subdevice_of(device, (unsigned)k));
        json_array_append_new(devices,
                              json_pack("{s:s, s:s, s:s, s:o}", "device", path, "driver",
                                        comedi_get_driver_name(device), "board",
                                        comedi_get_board_name(device), "subdevices", subdevices));
        comedi_close(device);
    }
}
