/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/alsa_list.h"

#include <stdbool.h>
#include <stdio.h>

#include <alsa/asoundlib.h>

static void say_nothing(const char *file, int line, const char *function, int code,
                        const char *format, ...)
{
    (void)file, (void)line, (void)function, (void)code, (void)format;
}

void daq_alsa_be_silent(void) { snd_lib_error_set_handler(say_nothing); }

/* inputs and rates, unless somebody else has it open; then null */
static json_t *abilities_of(const char *name)
{
    snd_pcm_t *pcm;
    snd_pcm_hw_params_t *hw;
    unsigned inputs = 0, rate = 0;
    if (snd_pcm_open(&pcm, name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK) < 0)
        return json_null();
    snd_pcm_hw_params_alloca(&hw);
    const bool known = snd_pcm_hw_params_any(pcm, hw) >= 0 &&
                       snd_pcm_hw_params_get_channels_max(hw, &inputs) == 0 &&
                       snd_pcm_hw_params_get_rate_max(hw, &rate, NULL) == 0;
    snd_pcm_close(pcm);
    return known ? json_pack("{s:i, s:i}", "inputs", (int)inputs, "max_rate", (int)rate)
                 : json_null();
}

static void list_card(json_t *devices, snd_ctl_t *card, int number)
{
    snd_pcm_info_t *info;
    snd_pcm_info_alloca(&info);
    for (int i = -1; snd_ctl_pcm_next_device(card, &i) == 0 && i >= 0;) {
        char name[32];
        snd_pcm_info_set_device(info, (unsigned)i);
        snd_pcm_info_set_subdevice(info, 0);
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_CAPTURE);
        if (snd_ctl_pcm_info(card, info) < 0)
            continue;
        snprintf(name, sizeof name, "hw:%d,%d", number, i);
        json_array_append_new(devices, json_pack("{s:s, s:s, s:s, s:o}", "device", name, "driver",
                                                 "alsa", "board", snd_pcm_info_get_name(info),
                                                 "sound", abilities_of(name)));
    }
}

void daq_alsa_list(json_t *devices)
{
    daq_alsa_be_silent();
    for (int number = -1; snd_card_next(&number) == 0 && number >= 0;) {
        char name[32];
        snd_ctl_t *card;
        snprintf(name, sizeof name, "hw:%d", number);
        if (snd_ctl_open(&card, name, 0) < 0)
            continue;
        list_card(devices, card, number);
        snd_ctl_close(card);
    }
}
