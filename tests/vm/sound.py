# SPDX-License-Identifier: GPL-3.0-or-later
# usage: sound.py make DIRECTORY     FORMAT.raw for aplay: frames of two channels that are numbers
#        sound.py check RUN FORMAT   the run has these numbers one after the other, and jumps
#                                    only where run.json has a gap, and by its length
import json
import struct
import sys

# per format: bits, bytes of a sample in the player's file
FORMATS = {"S16_LE": (16, 2), "S24_LE": (24, 4), "S24_3LE": (24, 3), "S32_LE": (32, 4)}
FRAMES = {"S16_LE": 500000}


def frame(number, bits):
    """Two samples that tell the number and reach both ends of the scale."""
    half = 1 << (bits - 1)
    if bits == 16:
        return (number & 0xFFFF) - half, (number >> 16) - half
    step = 1 << (bits - 20)
    return number * step - half, half - 1 - number * step


def number_of(samples, bits):
    half = 1 << (bits - 1)
    if bits == 16:
        return (samples[0] + half) | (samples[1] + half) << 16
    return (samples[0] + half) >> (bits - 20)


def make(directory):
    for name, (bits, size) in FORMATS.items():
        with open("%s/%s.raw" % (directory, name), "wb") as file:
            for i in range(FRAMES.get(name, 130000)):
                for sample in frame(i, bits):
                    file.write(sample.to_bytes(4, "little", signed=True)[:size])


def data_of(path):
    """The chunk with the samples."""
    whole = open(path, "rb").read()
    at = 12
    while whole[at:at + 4] != b"data":
        at += 8 + struct.unpack("<I", whole[at + 4:at + 8])[0]
    return whole[at + 8:at + 8 + struct.unpack("<I", whole[at + 4:at + 8])[0]]


def check(run, name):
    bits, facts = FORMATS[name][0], json.load(open(run + "/run.json"))
    assert facts["bits"] == bits, "the run has %d bits" % facts["bits"]
    data, size = data_of(run + "/signal.wav"), bits // 8
    samples = [int.from_bytes(data[i:i + size], "little", signed=True)
               for i in range(0, len(data), size)]
    frames = list(zip(samples[0::2], samples[1::2]))
    assert len(frames) == facts["frames"], "%d frames" % len(frames)
    numbers = [number_of(f, bits) for f in frames]
    wrong = [i for i, f in enumerate(frames) if f != frame(numbers[i], bits)]
    assert not wrong, "frame %d is no number: %s" % (wrong[0], frames[wrong[0]])
    jumps = [(i, b - a - 1) for i, (a, b) in enumerate(zip(numbers, numbers[1:]), 1) if b != a + 1]
    gaps = [(gap["frame"], gap["lost"]) for gap in facts["gaps"]]
    print("frames", numbers[0], "to", numbers[-1], "jumps", jumps, "gaps", gaps)
    assert jumps == gaps, "jumps are no gaps"


{"make": make, "check": check}[sys.argv[1]](*sys.argv[2:])
