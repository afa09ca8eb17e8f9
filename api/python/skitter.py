# SPDX-License-Identifier: GPL-3.0-or-later
"""Skitter in Python: rigs, motions, impacts, recorded runs, results and fits.

    import skitter
    rig = skitter.Rig("zhao-2008.yaml", friction=0.5, theta1="30 deg")
    run = rig.simulate(2.0, rate=1e4)
    run.t, run.tip_n, run["theta1"]      NumPy arrays, in SI units and radians
    run.events[0].word, run.events.t     events one by one, and as columns
    rig.simulate_all(2.0, friction=np.linspace(0.3, 0.7, 100))       on all processors
    rig.fit(["runs/001", "runs/002"], free="stiffness,friction")     as skitter-fit

Names of quantities, columns and events are those of skitter-sim(1). What fails raises
skitter.Error with the message that the programs print. The arrays are the library's own
memory, not copies. While it computes, other threads of Python run.
"""

import collections
import ctypes
import json
import os

import numpy as np

__all__ = ["Error", "Rig", "Motion", "Walk", "Run", "impact", "results", "version"]


class Error(Exception):
    """Bad input or a computation that failed; .code is that of skitter.h, .partial what was
    computed until then, or None."""

    def __init__(self, code, message, partial=None):
        super().__init__(message)
        self.code = code
        self.partial = partial


# ---- the library

_lib = ctypes.CDLL(os.environ.get("SKITTER_LIBRARY", "libskitter.so.0"))

_double_p = ctypes.POINTER(ctypes.c_double)
_strings = ctypes.POINTER(ctypes.c_char_p)


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("message", ctypes.c_char * 1024)]


class _Quantity(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("value", ctypes.c_double),
                ("uncertainty", ctypes.c_double), ("is_state", ctypes.c_int),
                ("is_given", ctypes.c_int)]


class _Options(ctypes.Structure):
    _fields_ = [("duration", ctypes.c_double), ("rtol", ctypes.c_double),
                ("rate", ctypes.c_double), ("directions", _strings),
                ("n_directions", ctypes.c_size_t), ("sample", ctypes.c_void_p),
                ("event", ctypes.c_void_p), ("stop", ctypes.c_void_p),
                ("context", ctypes.c_void_p)]


class _Table(ctypes.Structure):
    _fields_ = [("names", _strings), ("n_names", ctypes.c_size_t), ("values", _double_p),
                ("n_rows", ctypes.c_size_t)]


class _FitRequest(ctypes.Structure):
    _fields_ = [("runs", _strings), ("n_runs", ctypes.c_size_t), ("free", ctypes.c_char_p),
                ("own", ctypes.c_char_p), ("from_run", ctypes.c_char_p), ("priors", _strings),
                ("n_priors", ctypes.c_size_t), ("bounds", _strings),
                ("n_bounds", ctypes.c_size_t), ("until", ctypes.c_double),
                ("starts", ctypes.c_size_t), ("stop", ctypes.c_void_p),
                ("context", ctypes.c_void_p)]


_EVENT_NUMBERS = ["slip_before", "normal_before", "slip_after", "normal_after", "impulse_t",
                  "impulse_n", "energy_before", "energy_after", "normal_work", "friction_heat"]


class _Event(ctypes.Structure):
    _fields_ = ([("t", ctypes.c_double), ("word", ctypes.c_char_p), ("from_", ctypes.c_int),
                 ("to", ctypes.c_int)] + [(name, ctypes.c_double) for name in _EVENT_NUMBERS])


class _Place(ctypes.Structure):
    _fields_ = [("t", ctypes.c_double), ("mode", ctypes.c_int), ("over", ctypes.c_int),
                ("x", _double_p), ("n", ctypes.c_size_t), ("slopes", _double_p)]


_CONTACT_NUMBERS = ["a", "b", "q_tt", "q_tn", "q_nn", "slip", "gap", "tip_t", "tip_n", "force_t",
                    "force_n"]
_IMPACT_NUMBERS = ["q_tt", "q_tn", "q_nn", "friction", "static_friction", "restitution", "slip",
                   "normal", "impulse_t", "impulse_n", "normal_work"]


class _Contact(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in _CONTACT_NUMBERS]


class _Impact(ctypes.Structure):
    _fields_ = [(name, ctypes.c_double) for name in _IMPACT_NUMBERS]


class _Channel(ctypes.Structure):
    _fields_ = [("role", ctypes.c_char_p), ("unit", ctypes.c_char_p)]


class _Result(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("unit", ctypes.c_char_p), ("method", ctypes.c_char_p),
                ("value", ctypes.c_double), ("uncertainty", ctypes.c_double)]


def _declare(name, result, *arguments):
    function = getattr(_lib, "skitter_" + name)
    function.restype = result
    function.argtypes = arguments
    return function


_p, _i, _n, _text, _err = (ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t, ctypes.c_char_p,
                           ctypes.POINTER(_Error))
_made = ctypes.POINTER(_p)
_library_version = _declare("library_version", _text)
_mode_word = _declare("mode_word", _text, _i)
_rig_read = _declare("rig_read", _i, _text, _made, _err)
_rig_copy = _declare("rig_copy", _i, _p, _made, _err)
_rig_free = _declare("rig_free", None, _p)
_rig_set = _declare("rig_set", _i, _p, _text, _err)
_rig_set_value = _declare("rig_set_value", _i, _p, _text, ctypes.c_double, _err)
_rig_model = _declare("rig_model", _text, _p)
_rig_rate = _declare("rig_rate", ctypes.c_double, _p)
_rig_quantity = _declare("rig_quantity", _i, _p, _n, ctypes.POINTER(_Quantity))
_simulate = _declare("simulate", _i, _p, ctypes.POINTER(_Options), _made, _err)
_simulate_all = _declare("simulate_all", _i, _p, ctypes.POINTER(_Options), ctypes.POINTER(_Table),
                         _made, _err, _err)
_motion_free = _declare("motion_free", None, _p)
_motion_samples = _declare("motion_samples", _n, _p)
_motion_column_name = _declare("motion_column_name", _text, _p, _n)
_motion_column = _declare("motion_column", _p, _p, _text)
_motion_modes = _declare("motion_modes", _p, _p)
_motion_events = _declare("motion_events", _n, _p)
_motion_event = _declare("motion_event", ctypes.POINTER(_Event), _p, _n)
_motion_event_state = _declare("motion_event_state", _p, _p, _n, ctypes.POINTER(_n))
_motion_event_slopes = _declare("motion_event_slopes", _p, _p, _n)
_walk_open = _declare("walk_open", _i, _p, ctypes.POINTER(_Options), _made, _err)
_walk_to = _declare("walk_to", _i, _p, ctypes.c_double, ctypes.POINTER(_Place), _err)
_walk_close = _declare("walk_close", None, _p)
_contact_at = _declare("contact_at", _i, _p, ctypes.c_double, _double_p, _n, _i,
                       ctypes.POINTER(_Contact), _err)
_impact_solve = _declare("impact_solve", _i, _text, ctypes.POINTER(_Impact), _err)
_run_open = _declare("run_open", _i, _text, _made, _err)
_run_close = _declare("run_close", None, _p)
_run_frames = _declare("run_frames", ctypes.c_int64, _p)
_run_period = _declare("run_period", ctypes.c_double, _p)
_run_channel = _declare("run_channel", _i, _p, _n, ctypes.POINTER(_Channel))
_run_read = _declare("run_read", _i, _p, _n, ctypes.c_int64, ctypes.c_int64, _double_p, _err)
_run_gap = _declare("run_gap", _i, _p, _n, ctypes.POINTER(ctypes.c_int64),
                    ctypes.POINTER(ctypes.c_int64))
_results_read = _declare("results_read", _i, _text, _made, _err)
_results_free = _declare("results_free", None, _p)
_results_get = _declare("results_get", _i, _p, _n, ctypes.POINTER(_Result))
_results_text = _declare("results_text", _text, _p)
_fit = _declare("fit", _i, _p, ctypes.POINTER(_FitRequest), _made, _err)

version = _library_version().decode()
MODES = [_mode_word(i).decode() for i in range(4)]


def _check(code, err, partial=None):
    if code:
        raise Error(code, err.message.decode(errors="replace"), partial)


def _bytes(text):
    return os.fsencode(text)


def _words(names):
    """An array of strings for C; the caller keeps it as long as it is used."""
    return (ctypes.c_char_p * max(len(names), 1))(*[_bytes(name) for name in names])


def _listed(names):
    """One name is a list of one."""
    return [names] if isinstance(names, (str, bytes, os.PathLike)) else list(names)


class _Handle:
    """Something of the library that is freed with the object."""

    def __init__(self, address, free):
        self._as_parameter_ = ctypes.c_void_p(address)
        self._free = free

    def __del__(self):
        self._free(self._as_parameter_)


def _make(function, free, *arguments):
    """Call what makes something: its handle (None when nothing was made), the code, the error."""
    made, err = ctypes.c_void_p(), _Error()
    code = function(*arguments, ctypes.byref(made), ctypes.byref(err))
    return (_Handle(made.value, free) if made.value else None), code, err


def _view(address, n, kind, owner):
    """The library's memory as an array that keeps its owner alive."""
    if not address or not n:
        return np.empty(0, dtype=kind)
    memory = (kind * n).from_address(address)
    memory.owner = owner
    array = np.frombuffer(memory, dtype=kind)
    array.flags.writeable = False
    return array


# ---- motions

Event = collections.namedtuple("Event", ["t", "word", "mode_from", "mode_to"] + _EVENT_NUMBERS)


class Events(collections.abc.Sequence):
    """Events of a motion: events[i], and events.t, events.impulse_n and so on as arrays."""

    def __init__(self, handle):
        n = _motion_events(handle)
        first = _motion_event(handle, 0) if n else None
        raw = [first[i] for i in range(n)]
        self._rows = [Event(e.t, e.word.decode(), MODES[e.from_], MODES[e.to],
                            *[getattr(e, name) for name in _EVENT_NUMBERS]) for e in raw]
        self._handle = handle

    def __len__(self):
        return len(self._rows)

    def __getitem__(self, i):
        return self._rows[i]

    def __getattr__(self, name):
        if name not in Event._fields:
            raise AttributeError(name)
        return np.array([getattr(row, name) for row in self._rows])

    def state(self, i):
        """State after the i-th event: coordinates, then velocities."""
        n = ctypes.c_size_t()
        address = _motion_event_state(self._handle, range(len(self))[i], ctypes.byref(n))
        return _view(address, n.value, ctypes.c_double, self._handle)


class Motion:
    """A motion that was computed: columns by name, .mode (numbers into MODES), .events."""

    def __init__(self, handle, derivatives=()):
        self._handle = handle
        self._derivatives = list(derivatives)
        self._events = None

    def __len__(self):
        return _motion_samples(self._handle)

    def keys(self):
        names, i = [], 0
        while (name := _motion_column_name(self._handle, i)) is not None:
            names.append(name.decode())
            i += 1
        return names

    def __getitem__(self, name):
        address = _motion_column(self._handle, _bytes(name))
        if address is None and name not in self.keys():
            raise KeyError(name)
        return _view(address, len(self), ctypes.c_double, self._handle)

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def derivative(self, state, by):
        """d(state)/d(by) at every sample."""
        return self["d(%s)/d(%s)" % (state, by)]

    def event_time_derivatives(self):
        """dt/d(quantity) of every event: a row for each event, a column for each quantity."""
        n = len(self._derivatives)
        rows = [_view(_motion_event_slopes(self._handle, i), n, ctypes.c_double, self._handle)
                for i in range(len(self.events))]
        return np.array(rows).reshape(len(rows), n)

    @property
    def mode(self):
        return _view(_motion_modes(self._handle), len(self), ctypes.c_uint8, self._handle)

    @property
    def events(self):
        if self._events is None:
            self._events = Events(self._handle)
        return self._events


Place = collections.namedtuple("Place", ["t", "mode", "over", "x", "slopes"])


class Walk:
    """A motion step by step, which keeps its mode of contact: walk.to(t) gives a Place. Its slopes
    are dx/d(quantity), a row for each of the derivatives, or None."""

    def __init__(self, rig, duration, rtol=0.0, derivatives=()):
        derivatives = _listed(derivatives)
        options = _Options(duration=duration, rtol=rtol, rate=-1, directions=_words(derivatives),
                           n_directions=len(derivatives))
        self._n = len(derivatives)
        self._handle, code, err = _make(_walk_open, _walk_close, rig._handle,
                                        ctypes.byref(options))
        _check(code, err)

    def to(self, t):
        place, err = _Place(), _Error()
        code = _walk_to(self._handle, t, ctypes.byref(place), ctypes.byref(err))
        _check(code, err)
        slopes = None
        if place.slopes:
            slopes = np.array(place.slopes[:place.n * self._n]).reshape(self._n, place.n)
        return Place(place.t, MODES[place.mode], bool(place.over), np.array(place.x[:place.n]),
                     slopes)


# ---- rigs

def _options(duration, rate, rtol, derivatives):
    derivatives = _listed(derivatives)
    return _Options(duration=duration, rtol=rtol, rate=-1 if rate is None else rate,
                    directions=_words(derivatives), n_directions=len(derivatives)), derivatives


def _outcome(address, error, derivatives):
    motion = Motion(_Handle(address, _motion_free), derivatives) if address else None
    if error.code:
        return Error(error.code, error.message.decode(errors="replace"), motion)
    return motion


def _names(names):
    """Comma-separated, as the options take them; None for none."""
    return _bytes(",".join(_listed(names))) if names else None


Quantity = collections.namedtuple("Quantity",
                                  ["value", "uncertainty", "unit", "is_state", "is_given"])


class Rig:
    """A rig file, with values set by name: numbers in SI units, or texts with a unit."""

    def __init__(self, path, **values):
        if path is None:  # a copy is on its way
            return
        self._handle, code, err = _make(_rig_read, _rig_free, _bytes(path))
        _check(code, err)
        self.set(**values)

    def copy(self, **values):
        made = Rig(None)
        made._handle, code, err = _make(_rig_copy, _rig_free, self._handle)
        _check(code, err)
        made.set(**values)
        return made

    def set(self, **values):
        for name, value in values.items():
            err = _Error()
            if isinstance(value, str):
                code = _rig_set(self._handle, _bytes("%s=%s" % (name, value)), ctypes.byref(err))
            else:
                code = _rig_set_value(self._handle, _bytes(name), value, ctypes.byref(err))
            _check(code, err)

    @property
    def model(self):
        return _rig_model(self._handle).decode()

    @property
    def rate(self):
        return _rig_rate(self._handle)

    @property
    def quantities(self):
        """Parameters and start values by name, in the order of skitter-rig(5)."""
        found, q, i = {}, _Quantity(), 0
        while not _rig_quantity(self._handle, i, ctypes.byref(q)):
            found[q.name.decode()] = Quantity(q.value, q.uncertainty, q.unit.decode(),
                                              bool(q.is_state), bool(q.is_given))
            i += 1
        return found

    def __getitem__(self, name):
        return self.quantities[name].value

    def simulate(self, duration, rate=0.0, rtol=0.0, derivatives=(), **values):
        """The motion of the rig with these values, which stay as they are in the rig itself.
        rate: samples per second, that of the rig unless given; None for no samples."""
        rig = self.copy(**values) if values else self
        options, derivatives = _options(duration, rate, rtol, derivatives)
        handle, code, err = _make(_simulate, _motion_free, rig._handle, ctypes.byref(options))
        motion = Motion(handle, derivatives) if handle else None
        _check(code, err, motion)
        return motion

    def simulate_all(self, duration, rate=None, rtol=0.0, derivatives=(), **values):
        """One motion for each element of the arrays, which are broadcast against each other, on
        all processors, without holding the interpreter's lock. In place of one that failed the
        list has its Error, with what was computed until then as .partial."""
        arrays = np.broadcast_arrays(*[np.asarray(v, dtype=float) for v in values.values()])
        if not arrays:
            raise TypeError("simulate_all: give arrays of values by name")
        rows = np.ascontiguousarray(np.stack([a.ravel() for a in arrays], axis=1))
        n = len(rows)
        motions, errors, err = (ctypes.c_void_p * n)(), (_Error * n)(), _Error()
        options, derivatives = _options(duration, rate, rtol, derivatives)
        table = _Table(_words(list(values)), len(values), rows.ctypes.data_as(_double_p), n)
        code = _simulate_all(self._handle, ctypes.byref(options), ctypes.byref(table), motions,
                             errors, ctypes.byref(err))
        _check(code, err)
        return [_outcome(address, error, derivatives) for address, error in zip(motions, errors)]

    def fit(self, runs, free="", own="", from_run="", priors=(), bounds=(), until=0.0, starts=0):
        """What skitter-fit finds from the runs, as the dict of its JSON; arguments as its options
        take them. Raises Error when no value is usable, with the dict as .partial."""
        runs, priors, bounds = _listed(runs), _listed(priors), _listed(bounds)
        request = _FitRequest(runs=_words(runs), n_runs=len(runs), free=_names(free),
                              own=_names(own), from_run=_names(from_run), priors=_words(priors),
                              n_priors=len(priors), bounds=_words(bounds), n_bounds=len(bounds),
                              until=until, starts=starts)
        handle, code, err = _make(_fit, _results_free, self._handle, ctypes.byref(request))
        found = json.loads(_results_text(handle).decode()) if handle else None
        _check(code, err, found)
        return found

    def walk(self, duration, rtol=0.0, derivatives=()):
        return Walk(self, duration, rtol, derivatives)

    def contact(self, x, mode="slip+", t=0.0):
        """A, B, Delassus matrix, forces at a state (coordinates, then velocities)."""
        x = np.ascontiguousarray(x, dtype=float)
        contact, err = _Contact(), _Error()
        code = _contact_at(self._handle, t, x.ctypes.data_as(_double_p), x.size,
                           MODES.index(mode), ctypes.byref(contact), ctypes.byref(err))
        _check(code, err)
        return {name: getattr(contact, name) for name in _CONTACT_NUMBERS}


def impact(law, **values):
    """One impact in closed form: law "newton", "poisson" or "stronge", and q_tt, q_tn, q_nn,
    friction, restitution, slip, normal before it. static_friction is friction unless given."""
    values.setdefault("static_friction", values.get("friction", 0.0))
    given, err = _Impact(**values), _Error()
    _check(_impact_solve(_bytes(law), ctypes.byref(given), ctypes.byref(err)), err)
    return {name: getattr(given, name) for name in _IMPACT_NUMBERS[6:]}


# ---- files

class Run:
    """A recorded run: run["tip_n"] in its unit as recorded, .t, .period, .units, .gaps."""

    def __init__(self, directory):
        self._handle, code, err = _make(_run_open, _run_close, _bytes(directory))
        _check(code, err)
        self.period = _run_period(self._handle)
        self.units, channel, i = {}, _Channel(), 0
        while not _run_channel(self._handle, i, ctypes.byref(channel)):
            self.units[channel.role.decode()] = channel.unit.decode()
            i += 1
        self.gaps, frame, lost = [], ctypes.c_int64(), ctypes.c_int64()
        while not _run_gap(self._handle, len(self.gaps), ctypes.byref(frame), ctypes.byref(lost)):
            self.gaps.append((frame.value, lost.value))

    def __len__(self):
        return _run_frames(self._handle)

    @property
    def t(self):
        return np.arange(len(self)) * self.period

    def __getitem__(self, role):
        values, err = np.empty(len(self)), _Error()
        code = _run_read(self._handle, list(self.units).index(role), 0, len(self),
                         values.ctypes.data_as(_double_p), ctypes.byref(err))
        _check(code, err)
        return values


Result = collections.namedtuple("Result", ["value", "uncertainty", "unit", "method"])


def results(path):
    """What a calibration or a fit has found, by name."""
    handle, code, err = _make(_results_read, _results_free, _bytes(path))
    _check(code, err)
    found, row, i = {}, _Result(), 0
    while not _results_get(handle, i, ctypes.byref(row)):
        found[row.name.decode()] = Result(row.value, row.uncertainty, row.unit.decode(),
                                          (row.method or b"").decode())
        i += 1
    return found
