# SPDX-License-Identifier: GPL-3.0-or-later
"""Files as instruments and programs write them, into the current directory. Each line of
standard output is a case: file, options of import, then what must come of it: frames, frames
lost, period in ns, and for each channel its role and a checksum (sum of values, sum of squares) of
the numbers that were written, from the same formula."""
import math
import struct
import sys

import numpy as np
import scipy.io
import scipy.io.wavfile

N = 400
DT = 1e-4
t = np.arange(N) * DT
v = np.round(0.25 * np.sin(2 * np.pi * 50 * t + 0.3) + 0.01, 5)  # m/s
w = np.round(-0.1 * np.cos(2 * np.pi * 80 * t) - 0.02, 5)


def case(name, options, channels, lost=0, period=100000, frames=N):
    sums = " ".join("%s %.12g %.12g" % (role, np.nansum(x), np.nansum(np.square(x)))
                    for role, x in channels)
    print("%s|%s|%d %d %d|%s" % (name, options, frames, lost, period, sums))


def text(name, head, rows, end="\n", encoding="utf-8"):
    with open(name, "wb") as f:
        f.write((head + "".join(r + end for r in rows)).encode(encoding))


def rows(*columns, sep=",", form="%.9g", comma=False):
    out = []
    for values in zip(*columns):
        r = sep.join("nan" if isinstance(x, float) and math.isnan(x) else form % x for x in values)
        out.append(r.replace(".", ",") if comma else r)
    return out


both = [("tip_t", v), ("tip_n", w)]

# tables by hand and by programs
text("plain.csv", "time,tip_t,tip_n\n", rows(t, v, w)); case("plain.csv", "", both)
text("time_s.csv", "time_s,tip_t_m/s,tip_n_m/s\n", rows(t, v, w)); case("time_s.csv", "", both)
text("ms.csv", "Time [ms],Tip_T [mm/s],TIP_N [mm/s]\r\n", rows(1e3 * t, 1e3 * v, 1e3 * w), "\r\n")
case("ms.csv", "", both)
text("german.csv", "Zeit [s];tip_t [mm/s];tip_n [mm/s]\r\n",
     rows(t, 1e3 * v, 1e3 * w, sep=";", comma=True), "\r\n"); case("german.csv", "", both)
text("german_tabs.txt", "Zeit (s)\ttip_t (m/s)\ttip_n (m/s)\n", rows(t, v, w, sep="\t", comma=True))
case("german_tabs.txt", "", both)
text("blanks.txt", "  time [s]   tip_t [m/s]  tip_n [m/s]\n", rows(t, v, w, sep="  ", form="%14.6e"))
case("blanks.txt", "", both)
text("blanks_comma.txt", "t tip_t tip_n\n", rows(t, v, w, sep=" ", comma=True))
case("blanks_comma.txt", "", both)
text("tabs.tsv", "t\ttip_t\ttip_n\n", rows(t, v, w, sep="\t")); case("tabs.tsv", "", both)
text("savetxt.txt", "# t tip_t tip_n\n", rows(t, v, w, sep=" ", form="%.18e")); case("savetxt.txt", "", both)
text("comsol.txt", "% Model: tip.mph\n% t tip_t tip_n\n", rows(t, v, w, sep="   ")); case("comsol.txt", "", both)
text("none.txt", "", rows(t, v, w, sep=" "))
case("none.txt", "-c 2=tip_t -c 3=tip_n", both)
text("bare.txt", "", rows(v, w, sep=" ")); case("bare.txt", "-c 1=tip_t -c 2=tip_n --rate 10kHz", both)
text("iso.csv", "t / s,tip_t / (mm/s),tip_n / (mm/s)\n", rows(t, 1e3 * v, 1e3 * w)); case("iso.csv", "", both)
text("quoted.csv", '"time (s)","tip_t (m/s)","tip_n (m/s)"\n', ['"' + r.replace(",", '","') + '"' for r in rows(t, v, w)])
case("quoted.csv", "", both)
text("bom.csv", "\ufefftime,tip_t,tip_n\n", rows(t, v, w)); case("bom.csv", "", both)
text("latin1.csv", "Time [\u00b5s],tip_t,tip_n\n", rows(1e6 * t, v, w), encoding="latin-1"); case("latin1.csv", "", both)
text("iso_clock.csv", "Timestamp,tip_t,tip_n\n",
     ["2024-05-01 12:59:59.%06d," % round(1e6 * (0.9 + x)) + r for x, r in zip(t, rows(v, w))])
case("iso_clock.csv", "", both)

# instruments
text("picoscope.csv", "Time,Channel A,Channel B\r\n(ms),(mV),(V)\r\n\r\n", rows(1e3 * t, 8e3 * v, 8 * w), "\r\n")
case("picoscope.csv", "-c 'Channel A'=tip_t:'0.125 mm/s' -c 'channel b'=tip_n:'125 mm/s'", both)
text("tektronix.csv", "Model,MSO24\nFirmware Version,1.2\nLabel,,\nTIME,CH1,CH2\n", rows(t - 0.02, 8 * v, 8 * w, form="%.8e"))
case("tektronix.csv", "-c CH1=tip_t:'125 mm/s' -c CH2=tip_n:'125 mm/s'", both)
text("keysight.csv", "x-axis,1,2\nsecond,Volt,Volt\n", rows(t, v, w, form="%+.8E"))
# channel 1 is called 1: a name goes before a number
case("keysight.csv", "-c 1=tip_t:m/s -c 2=tip_n:m/s", both)
text("rigol.csv", "X,CH1,CH2,Start,Increment,\nSequence,Volt,Volt,0,1e-4\n", [r + "," for r in rows(np.arange(N), v, w)])
case("rigol.csv", "--rate 10kHz -c 2=tip_t:m/s -c 3=tip_n:m/s", both)
text("labview.lvm", "LabVIEW Measurement\t\nWriter_Version\t2\nSeparator\tTab\n***End_of_Header***\t\n"
     "Channels\t2\t\nSamples\t400\t400\nX_Dimension\tTime\tTime\n***End_of_Header***\t\t\n"
     "X_Value\ttip_t\ttip_n\tComment\n", rows(t, v, w, sep="\t")); case("labview.lvm", "", both)
text("polytec.txt", "Time Domain\nComponent: Vib\nUnits: s, m/s\n\nTime\ttip_t\ttip_n\n[ s ]\t[ mm/s ]\t[ mm/s ]\n",
     rows(t, 1e3 * v, 1e3 * w, sep="\t")); case("polytec.txt", "", both)
text("catman.asc", "HBM_CATMAN_DATAFILE_4.0;2\nT0=01.05.2024\nTime;tip_t;tip_n\ns;mm/s;mm/s\n",
     rows(t, 1e3 * v, 1e3 * w, sep=";", comma=True)); case("catman.asc", "", both)
text("skip.txt", "1 2 3\n4 5 6\n7 8 9\n\nt tip_t tip_n\n", rows(t, v, w, sep=" ")); case("skip.txt", "--skip 4", both)
text("spare.csv", "time,tip_t,,tip_n,\n", ["%.9g,%.9g,,%.9g," % x for x in zip(t, v, w)]); case("spare.csv", "", both)
text("force.csv", "time,force_n (N),displacement_n (mm),acceleration_t (m/s2),angle (deg)\n", rows(t, v, w, v, w))
case("force.csv", "", [("force_n", v), ("displacement_n", 1e-3 * w), ("acceleration_t", v), ("angle", np.radians(w))])
long = v + 1e-13 * np.arange(N)
text("decimals.csv", "time,tip_t\n", rows(t, long, form="%.15f")); case("decimals.csv", "", [("tip_t", long)])

# lost samples
def lose(x, *where):
    x = x.copy()
    for i in where:
        x[i] = np.nan
    return x
gone = list(range(100, 110)) + [200]
kept = lose(v, *gone), lose(w, *gone)
text("nan.csv", "time,tip_t,tip_n\n", rows(t, kept[0], w)); case("nan.csv", "", [("tip_t", kept[0]), ("tip_n", kept[1])], 11, frames=N - 11)
text("empty.csv", "time;tip_t;tip_n\n", [r.replace("nan", "") for r in rows(t, kept[0], w, sep=";", comma=True)])
case("empty.csv", "", [("tip_t", kept[0]), ("tip_n", kept[1])], 11, frames=N - 11)

# binary
scipy.io.savemat("v5.mat", {"t": t, "tip_t": v, "tip_n": w, "title": "x"}); case("v5.mat", "", both)
scipy.io.savemat("pico.mat", {"Tstart": 0.0, "Tinterval": DT, "Length": float(N), "A": v.astype("float32"), "B": w.astype("float32")})
case("pico.mat", "-c A=tip_t:m/s -c B=tip_n:m/s", [("tip_t", v.astype("float32").astype(float)), ("tip_n", w.astype("float32").astype(float))])
scipy.io.savemat("matrix.mat", {"fs": 1 / DT, "data": np.column_stack([v, w])}); case("matrix.mat", "-c data_1=tip_t -c data_2=tip_n", both)
scipy.io.savemat("struct.mat", {"rec": {"time": t, "tip_t": 1e3 * v, "tip_n": w}}, do_compression=True)
case("struct.mat", "-c tip_t=tip_t:mm/s -c tip_n=tip_n", both)
ints = np.round(v * 1e5).astype("int16"), np.round(w * 1e5).astype("int16")
scipy.io.wavfile.write("int16.wav", 10000, np.column_stack(ints))
scaled = [x / 32768.0 for x in ints]
case("int16.wav", "-c channel1=tip_t:m/s -c 2=tip_n:m/s", [("tip_t", scaled[0]), ("tip_n", scaled[1])])
scipy.io.wavfile.write("double.wav", 10000, np.column_stack([v, kept[1]]))
case("double.wav", "-c 1=tip_t:m/s -c 2=tip_n:m/s", [("tip_t", kept[0]), ("tip_n", kept[1])], 11, frames=N - 11)
scipy.io.wavfile.write("odd.dat", 10000, v); case("odd.dat", "-c 1=tip_t:m/s", [("tip_t", v)])


def extended(rate):  # AIFF's 80 bit rate
    e = int(math.floor(math.log2(rate)))
    return struct.pack(">HQ", 16383 + e, int(rate * 2 ** (63 - e)))


body = b"".join(struct.pack(">hh", int(a), int(b)) for a, b in zip(*ints))
comm = struct.pack(">hIh", 2, N, 16) + extended(10000)
ssnd = struct.pack(">II", 0, 0) + body
with open("two.aiff", "wb") as f:
    chunks = b"AIFFCOMM" + struct.pack(">I", len(comm)) + comm + b"SSND" + struct.pack(">I", len(ssnd)) + ssnd
    f.write(b"FORM" + struct.pack(">I", len(chunks)) + chunks)
case("two.aiff", "-c 1=tip_t:m/s -c 2=tip_n:m/s", [("tip_t", scaled[0]), ("tip_n", scaled[1])])


def uff_head(name, kind, n, even, unit, dtype, id58="    58"):
    return "    -1\n%s\n%s\nNONE\n01-May-24 12:00:00\nNONE\nNONE\n" % (id58, name) + \
        "%5d%10d%5d%10d %-10s%10d%4d %-10s%10d%4d\n" % (1, 1, 0, 0, "NONE", 1, 3, "NONE", 0, 0) + \
        "%10d%10d%10d%13.5e%13.5e%13.5e\n" % (kind, n, even, 0, DT, 0) + \
        "%10d%5d%5d%5d %-20s %-20s\n" % (17, 0, 0, 0, "Time", "s") + \
        "%10d%5d%5d%5d %-20s %-20s\n" % (dtype, 0, 0, 0, "Velocity", unit) + \
        2 * ("%10d%5d%5d%5d %-20s %-20s\n" % (0, 0, 0, 0, "NONE", "NONE"))


def lines(values, per, form):
    s = [form % x for x in values]
    return "".join("".join(s[i:i + per]) + "\n" for i in range(0, len(s), per))


with open("double.uff", "w") as f:
    for name, x in both:
        f.write(uff_head(name, 4, N, 1, "m/s", 11) + lines(x, 4, "%20.11e") + "    -1\n")
case("double.uff", "", both)
with open("single.unv", "w") as f:
    f.write("    -1\n   151\nmodel\n    -1\n")
    for name, x in both:
        f.write(uff_head(name, 2, N, 1, "NONE", 11) + lines(x, 6, "%13.5e") + "    -1\n")
case("single.unv", "", [(n, np.array([float("%.5e" % y) for y in x])) for n, x in both])
with open("uneven.uff", "w") as f:
    for name, x in both:
        f.write(uff_head(name, 2, N, 0, "mm/s", 11) +
                lines(np.column_stack([t, 1e3 * x]).ravel(), 6, "%13.5e") + "    -1\n")
case("uneven.uff", "", [(n, 1e-3 * np.array([float("%.5e" % y) for y in 1e3 * x])) for n, x in both])
with open("binary.uff", "wb") as f:
    for name, x in both:
        f.write(uff_head(name, 4, N, 1, "m/s", 11, "    58b     1     2          11%12d" % (8 * N)).encode())
        f.write(x.astype("<f8").tobytes() + b"\n    -1\n")
case("binary.uff", "", both)
