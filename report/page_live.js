/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What if: the simulator of this page (report/live/live.c as WebAssembly) predicts a run again with
   other values, over the recorded curve. The verdict above stays that of the recorded prediction.
   Without WebAssembly the controls do not appear. */
'use strict';
(() => {
let engine = null;
const mechanisms = new Map(); /* by their text */

/* one instance for the page; it reads no clock, file or network: its imports do nothing */
async function start() {
    const gzipped = Uint8Array.from(atob(document.getElementById('live-wasm').textContent), c => c.charCodeAt(0));
    const whole = new Response(new Blob([gzipped]).stream().pipeThrough(new DecompressionStream('gzip')));
    const module = await WebAssembly.compile(await whole.arrayBuffer());
    const imports = {};
    for (const {module: from, name} of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = () => 52; /* not supported */
    const {exports} = await WebAssembly.instantiate(module, imports);
    if (exports._initialize) exports._initialize();
    return exports;
}

const wake = () => engine ??= start();

/* an element with text, never markup */
function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
}

/* of a rail that is told by its knots, [time, speed, slope]: Hermite's cubics between them */
const hermite = knots => knots.slice(1).map(([end, there, slopeThere], i) => {
    const [begin, here, slope] = knots[i], h = end - begin, mean = (there - here) / h;
    return [begin, end, here, slope, (3 * mean - 2 * slope - slopeThere) / h, (slope + slopeThere - 2 * mean) / (h * h)];
});

class Live {
    constructor(spec, exports) {
        this.spec = spec;
        this.e = exports;
        const made = this.mechanism(spec.mechanism ?? document.getElementById('live-mechanism').textContent);
        this.handle = made && exports.live_open(made, spec.n);
        if (!this.handle) throw new Error('the mechanism of this page cannot be read');
        exports.live_laws(this.handle, ...spec.laws);
        for (const [index, value] of spec.given) exports.live_give(this.handle, index, value);
        this.rail(0);
    }

    /* text: as the page has it */
    mechanism(text) {
        if (!mechanisms.has(text)) {
            const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0)), at = this.put(bytes);
            mechanisms.set(text, this.e.live_mechanism(at, bytes.length));
            this.e.live_drop(at);
        }
        return mechanisms.get(text);
    }

    put(bytes) {
        const at = this.e.live_room(bytes.byteLength);
        new Uint8Array(this.e.memory.buffer, at, bytes.byteLength).set(new Uint8Array(bytes.buffer));
        return at;
    }

    /* the recorded rail, faster by so much */
    rail(faster) {
        const rail = this.spec.rail;
        if (!rail) return;
        const pieces = rail.pieces ?? hermite(rail.knots);
        const at = this.put(Float64Array.from(pieces.flatMap(p => [p[0], p[1], p[2] + faster, p[3], p[4], p[5]])));
        this.e.live_rail(this.handle, at, pieces.length, rail.order, rail.shift);
        this.e.live_drop(at);
    }

    give(slider, value) {
        this.e.live_give(this.handle, slider.index, value);
        if (slider.name === 'belt_speed') this.rail(value - slider.value);
    }

    /* {message, columns, samples, events}; the arrays are copies */
    run(end = this.spec.end, rate = this.spec.rate, phase = this.spec.phase, rtol = this.spec.rtol) {
        const {e, handle} = this, code = e.live_run(handle, end, rate, phase, rtol);
        const take = (at, n) => new Float64Array(e.memory.buffer, at, n).slice();
        const columns = e.live_columns(handle);
        let message = '';
        if (code) {
            const bytes = new Uint8Array(e.memory.buffer, e.live_message(handle), 1024);
            message = new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
        }
        return {message, columns, samples: take(e.live_samples(handle), columns * e.live_sample_count(handle)),
            events: take(e.live_events(handle), 5 * e.live_event_count(handle))};
    }
}

/* a column as the plots want it */
const pack = (samples, columns, k) =>
    skitter.packed(Float64Array.from({length: samples.length / columns}, (_, i) => samples[i * columns + k]));

/* shortest text that reads back, with the unit */
const quantity = (slider, value) => slider.unit === '1' ? `${value}` : `${value} ${slider.unit}`;

class Controls {
    constructor(box, spec, exports) {
        this.box = box;
        this.spec = spec;
        this.live = new Live(spec, exports);
        this.section = box.closest('section');
        this.rows = spec.sliders.map(slider => this.row(slider));
        this.says = make('output', {className: 'says'});
        this.text = make('textarea', {readOnly: true, rows: 3, hidden: true});
        this.text.setAttribute('aria-label', 'the changed values as text');
        const button = (text, act) => {
            const made = make('button', {type: 'button'}, text);
            made.addEventListener('click', act);
            return made;
        };
        box.append(make('h3', {}, 'What if'),
            make('p', {className: 'remark'}, 'This page has the simulator in it. Move a value: the dashed curve in the figures below is the '
                + 'motion with it, ideal instruments seeing it. The verdict, tables and the red curve stay those of the report.'),
            make('div', {className: 'sliders'}, ...this.rows.map(row => row.label)),
            make('p', {className: 'buttons'}, button('back to the values of the report', () => this.reset()),
                button('changed values as --set', () => this.write(this.setText())),
                button('as a rig file', () => this.write(this.rigText()))), this.says, this.text);
        box.hidden = false;
    }

    row(slider) {
        const input = make('input', {type: 'range', min: slider.low, max: slider.high, step: 'any', value: slider.value, title: slider.doc});
        const output = make('output', {});
        const label = make('label', {}, make('span', {}, slider.name), input, output);
        const row = {slider, input, output, label, value: slider.value};
        input.addEventListener('input', () => this.move(row, Number(input.value)));
        this.tell(row);
        return row;
    }

    tell(row) {
        const angle = row.slider.unit === 'rad', value = angle ? row.value * 180 / Math.PI : row.value;
        row.output.textContent = `${value.toPrecision(4)}${angle ? '\u00b0' : row.slider.unit === '1' ? '' : ' ' + row.slider.unit.replaceAll('.', ' ')}`;
        row.label.classList.toggle('changed', row.value !== row.slider.value);
    }

    move(row, value) {
        row.value = value;
        this.tell(row);
        this.live.give(row.slider, value);
        this.compute();
    }

    compute() {
        const began = performance.now();
        this.result = this.live.run();
        this.took = performance.now() - began;
        const {message, columns, samples, events} = this.result;
        const impacts = [];
        for (let i = 0; i < events.length; i += 5)
            if (events[i + 1] === 3 || events[i + 1] === 4) impacts.push(events[i]);
        this.says.textContent = message ? `No motion beyond this: ${message}`
            : `What if: ${impacts.length} impact${impacts.length === 1 ? '' : 's'}`
                + (impacts.length ? `, the first after ${(1e3 * impacts[0]).toFixed(1)} ms` : '') + '.';
        this.show('tangential', samples.length ? pack(samples, columns, 1) : null);
        this.show('normal', samples.length ? pack(samples, columns, 2) : null);
        this.section.dispatchEvent(new CustomEvent('whatif', {detail: this.result}));
    }

    async show(suffix, data) {
        const figure = document.getElementById(`${this.section.id}-${suffix}`);
        if (!figure) return;
        const plot = await skitter.wake(figure);
        plot.spec.series = plot.spec.series.filter(s => s.look !== 'whatif');
        if (data && data.n) plot.spec.series.push({name: 'what if', look: 'whatif', mark: 'line', first: this.spec.phase,
            step: this.spec.period, y: data});
        plot.group.redraw(plot);
    }

    reset() {
        for (const row of this.rows) {
            row.value = row.slider.value;
            row.input.value = row.value;
            this.tell(row);
        }
        /* what followed from others follows again */
        this.live.e.live_close(this.live.handle);
        this.live = new Live(this.spec, this.live.e);
        this.result = null;
        this.says.textContent = '';
        this.text.hidden = true;
        this.show('tangential', null);
        this.show('normal', null);
        this.section.dispatchEvent(new CustomEvent('whatif', {detail: null}));
    }

    changed() { return this.rows.filter(row => row.value !== row.slider.value); }

    setText() {
        return this.changed().map(row => `--set '${row.slider.name}=${quantity(row.slider, row.value)}'`).join(' ');
    }

    rigText() {
        let text = this.spec.rig;
        for (const {slider, value} of this.changed())
            text = text.replace(new RegExp(`^  (?:# )?${slider.name}:.*$`, 'm'), () => `  ${slider.name}: ${quantity(slider, value)}`);
        return text;
    }

    write(text) {
        this.text.value = text || '(nothing has been changed)';
        this.text.rows = Math.min(12, this.text.value.split('\n').length + 1);
        this.text.hidden = false;
        this.text.focus();
        this.text.select();
    }
}

const controls = new Map();

async function open(box) {
    if (!controls.has(box)) controls.set(box, Promise.all([wake(), skitter.told(box)])
        .then(([exports, told]) => new Controls(box, told.live, exports)));
    return controls.get(box);
}

if (typeof WebAssembly === 'object' && typeof DecompressionStream === 'function' && document.getElementById('live-wasm')) {
    const quietly = box => open(box).catch(error => console.warn('no what-if here:', error));
    const watcher = new IntersectionObserver(list => {
        for (const entry of list) if (entry.isIntersecting) {
            watcher.unobserve(entry.target);
            for (const box of entry.target.querySelectorAll('.whatif')) quietly(box);
        }
    }, {rootMargin: '300px'});
    for (const box of document.querySelectorAll('.whatif')) watcher.observe(box.closest('section'));
}
Object.assign(window.skitter, {live: {open, wake, Live, controls}});
})();
