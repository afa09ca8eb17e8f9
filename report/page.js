/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures that can be looked into. Each <figure class="plot"> holds a drawn SVG and a
   description of it; when it comes into view it is drawn again from the data, so that it
   can be zoomed, moved and read off. Without this file the page is complete, only still. */
'use strict';
(() => {
const NONE = -32768, FACTOR = 8;
const LEFT = 70, RIGHT = 12, TOP = 10, BOTTOM = 40; /* as in draw.c of lib/figure */
const SVG = 'http://www.w3.org/2000/svg';

/* ---- what a section tells (told.c): JSON, a null byte, and numbers of 16 bits, differenced (pack.c) */

const sections = new Map();

async function inflate(text) {
    const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

class Told {
    constructor(bytes) {
        let at = bytes.indexOf(0);
        Object.assign(this, JSON.parse(new TextDecoder().decode(bytes.subarray(0, at++))));
        this.channels = new Map();
        this.planes = this.data.map(([n]) => bytes.subarray(at, at += 2 * n));
    }

    take(k) {
        const [n, offset, scale] = this.data[k], planes = this.planes[k], numbers = new Int16Array(n);
        for (let i = 0, value = 0; i < n; i++) {
            value = (value + planes[i] + (planes[n + i] << 8)) & 0xffff;
            numbers[i] = value;
        }
        return series(numbers, offset, scale);
    }

    difference({of, less}) {
        const a = this.channel(of), b = this.channel(less);
        return packed(Float64Array.from({length: a.n}, (_, i) => a.at(i) - b.at(i)));
    }

    /* which: the place of an array, or {of, less}: the difference of two */
    channel(which) {
        const key = JSON.stringify(which);
        if (!this.channels.has(key)) this.channels.set(key, typeof which === 'number' ? this.take(which) : this.difference(which));
        return this.channels.get(key);
    }
}

/* what the section around an element tells; it is unpacked once */
function told(element) {
    const section = element.closest('section');
    if (!sections.has(section))
        sections.set(section, inflate(section.querySelector('script.told').textContent).then(bytes => new Told(bytes)));
    return sections.get(section);
}

/* whole numbers with what they stand for, to be looked into */
function series(numbers, offset, scale) {
    return {numbers, n: numbers.length, levels: pyramid(numbers),
            at: i => numbers[i] === NONE ? NaN : offset + scale * numbers[i],
            value: number => offset + scale * number};
}

/* any numbers as such a series; NaN: there is none */
function packed(values) {
    let low = Infinity, high = -Infinity;
    for (const v of values) {
        if (v < low) low = v;
        if (v > high) high = v;
    }
    const offset = high >= low ? (low + high) / 2 : 0, scale = high > low ? (high - low) / 65000 : 1;
    return series(Int16Array.from(values, v => isNaN(v) ? NONE : Math.round((v - offset) / scale)), offset, scale);
}

/* least and largest of blocks of 8, 64, 512... samples; an empty block has low > high */
function pyramid(numbers) {
    const levels = [];
    let low = numbers, high = numbers;
    for (let size = FACTOR; size <= numbers.length; size *= FACTOR) {
        const n = Math.ceil(low.length / FACTOR);
        const lows = new Int16Array(n).fill(32767), highs = new Int16Array(n).fill(-32767);
        for (let i = 0; i < low.length; i++) {
            const k = Math.floor(i / FACTOR);
            if (low[i] !== NONE && low[i] < lows[k]) lows[k] = low[i];
            if (high[i] !== NONE && high[i] > highs[k]) highs[k] = high[i];
        }
        levels.push({size, low: lows, high: highs});
        low = lows;
        high = highs;
    }
    return levels;
}

/* [least, largest] number of the samples begin to end; null: there is none */
function extent(data, begin, end) {
    let low = 32767, high = -32767;
    for (let i = begin; i < end;) {
        let k = data.levels.length - 1;
        while (k >= 0 && (i % data.levels[k].size !== 0 || i + data.levels[k].size > end)) k--;
        if (k < 0) {
            const number = data.numbers[i++];
            if (number !== NONE) {
                if (number < low) low = number;
                if (number > high) high = number;
            }
        } else {
            const level = data.levels[k], j = i / level.size;
            if (level.low[j] < low) low = level.low[j];
            if (level.high[j] > high) high = level.high[j];
            i += level.size;
        }
    }
    return low > high ? null : [low, high];
}

/* ---- axes, as in ticks.c of lib/figure */

function ticks(low, high, wanted) {
    const rough = (high - low) / wanted, power = 10 ** Math.floor(Math.log10(rough));
    const share = rough / power;
    const step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    const list = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; i++)
        list.push(i * step);
    return {step, list};
}

function tickText(value, step) {
    const digits = Math.ceil(-Math.log10(step) - 1e-9);
    if (Math.abs(value) < 1e-9 * step) value = 0;
    if (digits > 9 || Math.abs(value) >= 1e6) return value.toPrecision(4);
    return value.toFixed(Math.max(digits, 0)).replace('-', '\u2212');
}

function node(name, attributes, text) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text !== undefined) element.textContent = text;
    return element;
}

/* ---- a figure */

class Plot {
    constructor(figure, group) {
        this.figure = figure;
        this.group = group;
        this.view = figure.querySelector('.view');
        this.svg = figure.querySelector('svg');
        this.readout = figure.querySelector('.readout');
        this.pointers = new Map();
        this.ready = this.load();
    }

    async load() {
        const from = await told(this.figure);
        this.spec = from.figures[this.figure.id];
        for (const s of this.spec.series.filter(s => s.mark === 'line' || s.mark === 'band'))
            for (const key of ['x', 'y', 'z', 'w']) if (s[key] !== undefined) s[key] = from.channel(s[key]);
        this.y = [this.spec.low[1], this.spec.high[1]];
        this.group.add(this);
        this.loaded = true;
        this.listen();
        this.figure.classList.add('live');
        if (this.group.plots[0] === this) this.say('<span class="hint">click, then: wheel or + \u2212 to zoom, drag or arrows to move, '
            + 'shift for the other axis, double click or 0 for all</span>');
        this.draw();
    }

    width() { return Math.max(this.view.clientWidth, 240); }

    /* from data to pixels and back */
    px(x) { return LEFT + this.w * (x - this.x[0]) / (this.x[1] - this.x[0]); }
    py(y) {
        const share = (y - this.y[0]) / (this.y[1] - this.y[0]);
        return TOP + this.h * (1 - Math.max(-1, Math.min(2, share)));
    }
    dataX(px) { return this.x[0] + (px - LEFT) / this.w * (this.x[1] - this.x[0]); }
    dataY(py) { return this.y[1] - (py - TOP) / this.h * (this.y[1] - this.y[0]); }

    draw() {
        if (!this.loaded) return;
        const width = this.forced || this.width(), height = this.spec.height;
        this.x = this.group.x;
        this.w = width - LEFT - RIGHT;
        this.h = height - TOP - BOTTOM;
        const svg = this.svg, id = 'clip-' + this.figure.id;
        const title = svg.querySelector('title');
        svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        svg.replaceChildren(...(title ? [title] : []));
        const clip = node('clipPath', {id});
        clip.append(node('rect', {x: LEFT, y: TOP, width: this.w, height: this.h}));
        svg.append(clip);
        this.drawAxes(width, height);
        const inside = node('g', {'clip-path': `url(#${id})`});
        for (const s of this.spec.series) this.drawSeries(inside, s);
        svg.append(inside, node('rect', {class: 'frame', x: LEFT, y: TOP, width: this.w, height: this.h}));
        this.cross = node('path', {class: 'cross', d: ''});
        svg.append(this.cross);
        this.drawCursor();
    }

    drawAxes(width, height) {
        const bottom = TOP + this.h, add = (...n) => this.svg.append(...n);
        const across = ticks(this.x[0], this.x[1], Math.max(3, Math.round(this.w / 90)));
        for (const x of across.list)
            add(node('path', {class: 'grid', d: `M${this.px(x)} ${TOP}V${bottom}`}),
                node('text', {class: 'tick', x: this.px(x), y: bottom + 15, 'text-anchor': 'middle'},
                    tickText(x, across.step)));
        add(node('text', {class: 'label', x: LEFT + this.w / 2, y: bottom + 33, 'text-anchor': 'middle'},
            this.spec.xLabel));
        if (this.spec.rows.length) {
            this.spec.rows.forEach((name, i) => add(node('text', {class: 'tick', x: LEFT - 6,
                y: this.py(i) + 4, 'text-anchor': 'end'}, name)));
            return;
        }
        const up = ticks(this.y[0], this.y[1], Math.max(3, this.h / 40));
        for (const y of up.list)
            add(node('path', {class: 'grid', d: `M${LEFT} ${this.py(y)}h${this.w}`}),
                node('text', {class: 'tick', x: LEFT - 6, y: this.py(y) + 4, 'text-anchor': 'end'},
                    tickText(y, up.step)));
        add(node('text', {class: 'label', transform: `translate(14 ${TOP + this.h / 2}) rotate(-90)`,
            'text-anchor': 'middle'}, this.spec.yLabel));
    }

    drawSeries(parent, s) {
        const marks = {line: s.x ? 'drawCurve' : 'drawLine', band: 'drawBand', points: 'drawPoints',
            bars: 'drawBars', cells: 'drawCells'};
        this[marks[s.mark]](parent, s);
    }

    /* samples in view, one more on each side */
    visible(s) {
        const begin = Math.floor((this.x[0] - s.first) / s.step);
        const end = Math.ceil((this.x[1] - s.first) / s.step) + 1;
        return [Math.max(begin, 0), Math.min(end, s.y.n)];
    }

    /* the samples of each column of pixels: [x, begin, end) */
    * columns(s) {
        for (let i = 0; i < this.w; i++) {
            const x = LEFT + i + .5;
            const begin = Math.ceil((this.dataX(LEFT + i) - s.first) / s.step);
            const end = Math.ceil((this.dataX(LEFT + i + 1) - s.first) / s.step);
            if (end > 0 && begin < s.y.n) yield [x, Math.max(begin, 0), Math.min(end, s.y.n)];
        }
    }

    drawLine(parent, s) {
        const [begin, end] = this.visible(s), path = [], dots = [];
        let pen = false;
        if (end - begin < 2 * this.w) {
            for (let i = begin; i < end; i++) {
                const y = s.y.at(i);
                if (!isNaN(y)) {
                    const x = this.px(s.first + i * s.step).toFixed(2), level = this.py(y).toFixed(2);
                    path.push(`${pen ? 'L' : 'M'}${x} ${level}`);
                    if (end - begin < this.w / 5) dots.push(`M${x} ${level}h0`);
                }
                pen = !isNaN(y);
            }
        } else {
            for (const [x, from, to] of this.columns(s)) {
                const both = extent(s.y, from, to);
                if (both)
                    path.push(`${pen ? 'L' : 'M'}${x} ${this.py(s.y.value(both[0])).toFixed(1)}`
                        + `V${this.py(s.y.value(both[1])).toFixed(1)}`);
                pen = Boolean(both);
            }
        }
        parent.append(node('path', {class: 'line ' + s.look, d: path.join('')}));
        if (dots.length) parent.append(node('path', {class: 'samples ' + s.look, d: dots.join('')}));
    }

    drawBand(parent, s) {
        const path = [];
        const rectangle = (x, width, low, high) => path.push(`M${x.toFixed(2)} ${this.py(low).toFixed(1)}`
            + `h${width.toFixed(2)}V${this.py(high).toFixed(1)}h${(-width).toFixed(2)}z`);
        const [begin, end] = this.visible(s), step = s.step / (this.x[1] - this.x[0]) * this.w;
        if (end - begin < this.w)
            for (let i = begin; i < end; i++) {
                const y = s.y.at(i), z = s.z.at(i);
                if (!isNaN(y) && !isNaN(z))
                    rectangle(this.px(s.first + (i - .5) * s.step), step, y - z, y + z);
            }
        else
            for (const [x, from, to] of this.columns(s)) {
                /* of each sample: where the band jumps, the middle of one and the width of the other are none */
                let low = Infinity, high = -Infinity;
                for (let i = from; i < to; i++) {
                    const y = s.y.at(i), z = s.z.at(i);
                    if (y - z < low) low = y - z;
                    if (y + z > high) high = y + z;
                }
                if (low <= high) rectangle(x - .5, 1, low, high);
            }
        parent.append(node('path', {class: 'area ' + s.look, d: path.join('')}));
    }

    drawCurve(parent, s) {
        const path = [];
        let pen = false;
        for (let i = 0; i < s.y.n; i++) {
            const x = s.x.at(i), y = s.y.at(i), good = !isNaN(x) && !isNaN(y);
            if (good) path.push(`${pen ? 'L' : 'M'}${this.px(x).toFixed(1)} ${this.py(y).toFixed(1)}`);
            pen = good;
        }
        parent.append(node('path', {class: 'line ' + s.look, d: path.join('')}));
    }

    drawPoints(parent, s) {
        s.x.forEach((x, i) => {
            if (x === null || s.y[i] === null) return;
            if (s.z && s.z[i] !== null)
                parent.append(node('path', {class: 'line ' + s.look,
                    d: `M${this.px(x)} ${this.py(s.y[i] - s.z[i])}V${this.py(s.y[i] + s.z[i])}`}));
            parent.append(node('circle', {class: 'dot ' + s.look, cx: this.px(x), cy: this.py(s.y[i]), r: 2.5}));
        });
    }

    drawBars(parent, s) {
        parent.append(node('path', {class: 'bar ' + s.look, d: s.x.map((x, i) =>
            `M${this.px(x).toFixed(2)} ${this.py(s.y[i] - .36).toFixed(1)}V${this.py(s.y[i] + .36).toFixed(1)}`
            + `H${this.px(s.z[i]).toFixed(2)}V${this.py(s.y[i] - .36).toFixed(1)}z`).join('')}));
    }

    drawCells(parent, s) {
        parent.append(node('path', {class: 'area ' + s.look, d: s.x.map((x, i) =>
            `M${this.px(x).toFixed(2)} ${this.py(s.y[i]).toFixed(1)}V${this.py(s.w[i]).toFixed(1)}`
            + `H${this.px(s.z[i]).toFixed(2)}V${this.py(s.y[i]).toFixed(1)}z`).join('')}));
    }

    /* ---- the cursor */

    say(html) { this.readout.innerHTML = html; }

    drawCursor() {
        const x = this.group.cursor;
        if (!this.cross || x === null || x < this.x[0] || x > this.x[1]) {
            if (this.cross) this.cross.setAttribute('d', '');
            return;
        }
        let d = `M${this.px(x).toFixed(1)} ${TOP}v${this.h}`;
        if (!this.spec.timed && this.cursorY !== undefined)
            d += `M${LEFT} ${this.py(this.cursorY).toFixed(1)}h${this.w}`;
        this.cross.setAttribute('d', d);
        this.tell(x);
    }

    /* values under the cursor; names come from the page itself and are escaped */
    tell(x) {
        const escape = text => text.replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);
        const step = (this.x[1] - this.x[0]) / this.w;
        const [across, up] = [this.spec.xLabel, this.spec.yLabel].map(label => escape(/ \([^()]*\)$/.exec(label)?.[0].slice(2, -1) || ''));
        const parts = [`<b>${escape(this.spec.xName)} = ${tickText(x, Math.min(step, 1e-3))} ${across}</b>`];
        if (!this.spec.timed && this.cursorY !== undefined)
            parts.push(`${escape(this.spec.yLabel.replace(/ \([^()]*\)$/, ''))} = ${this.cursorY.toPrecision(4)} ${up}`);
        const digits = Math.min(9, Math.max(0, Math.ceil(-Math.log10((this.y[1] - this.y[0]) / 2000))));
        for (const s of this.spec.series) {
            if (s.mark === 'line' && !s.x) {
                const i = Math.round((x - s.first) / s.step);
                const y = i >= 0 && i < s.y.n ? s.y.at(i) : NaN;
                if (!isNaN(y)) parts.push(`${escape(s.name)} ${y.toFixed(digits)} ${up}`);
            } else if (s.mark === 'bars') {
                s.x.forEach((from, i) => {
                    if (x >= from && x < s.z[i])
                        parts.push(`${escape(this.spec.rows[s.y[i]])}: ${escape(s.name)}`);
                });
            }
        }
        this.say(parts.join(' \u00b7 ').replace(/-(?=\d)/g, '\u2212'));
    }

    /* ---- hands */

    zoom(axis, factor, centre) {
        const range = axis ? this.y : this.group.x;
        const next = range.map(v => centre + (v - centre) * factor);
        const full = this.spec.high[axis] - this.spec.low[axis];
        if (next[1] - next[0] > 4 * full || next[1] - next[0] < 1e-7 * full) return;
        this.set(axis, next);
    }

    move(axis, share) {
        const range = axis ? this.y : this.group.x, by = share * (range[1] - range[0]);
        this.set(axis, range.map(v => v + by));
    }

    set(axis, range) {
        if (axis) {
            if (this.spec.rows.length) return;
            this.y = range;
            this.group.redraw(this);
        } else {
            this.group.x = range;
            this.group.redraw();
        }
    }

    reset() {
        this.y = [this.spec.low[1], this.spec.high[1]];
        this.set(0, this.group.full.slice());
    }

    place(event) {
        const box = this.svg.getBoundingClientRect();
        const scale = this.svg.viewBox.baseVal.width / box.width;
        return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
    }

    listen() {
        const view = this.view;
        view.addEventListener('wheel', event => {
            /* the page scrolls on unless the figure was chosen */
            if (document.activeElement !== this.figure && !event.ctrlKey) return;
            event.preventDefault();
            const [px, py] = this.place(event), axis = event.shiftKey ? 1 : 0;
            const turn = event.deltaY || event.deltaX;
            this.zoom(axis, Math.exp(Math.sign(turn) * Math.min(Math.abs(turn), 120) * .002),
                axis ? this.dataY(py) : this.dataX(px));
        }, {passive: false});
        view.addEventListener('pointerdown', event => {
            this.figure.focus({preventScroll: true});
            view.setPointerCapture(event.pointerId);
            this.pointers.set(event.pointerId, this.place(event));
        });
        view.addEventListener('pointermove', event => this.pointerMoved(event));
        for (const name of ['pointerup', 'pointercancel'])
            view.addEventListener(name, event => {
                this.pointers.delete(event.pointerId);
                this.figure.classList.remove('dragged');
            });
        view.addEventListener('pointerleave', () => this.group.setCursor(null));
        view.addEventListener('dblclick', () => this.reset());
        this.figure.addEventListener('keydown', event => this.key(event));
    }

    pointerMoved(event) {
        const here = this.place(event), before = this.pointers.get(event.pointerId);
        this.cursorY = this.dataY(here[1]);
        this.group.setCursor(this.dataX(here[0]));
        if (!before) return;
        const others = [...this.pointers.entries()].filter(([id]) => id !== event.pointerId);
        this.pointers.set(event.pointerId, here);
        this.figure.classList.add('dragged');
        if (others.length) { /* two fingers */
            const other = others[0][1], was = Math.abs(before[0] - other[0]), is = Math.abs(here[0] - other[0]);
            if (was > 8 && is > 8) this.zoom(0, was / is, this.dataX((here[0] + other[0]) / 2));
            return;
        }
        this.move(0, (before[0] - here[0]) / this.w);
        if (event.shiftKey || !this.spec.timed) this.move(1, (here[1] - before[1]) / this.h);
    }

    key(event) {
        const axis = event.shiftKey ? 1 : 0, centre = axis ? (this.y[0] + this.y[1]) / 2
            : this.group.cursor ?? (this.group.x[0] + this.group.x[1]) / 2;
        const actions = {
            ArrowLeft: () => this.move(0, -.1), ArrowRight: () => this.move(0, .1),
            ArrowUp: () => this.move(1, .1), ArrowDown: () => this.move(1, -.1),
            '+': () => this.zoom(event.altKey ? 1 : 0, .8, event.altKey ? (this.y[0] + this.y[1]) / 2 : centre),
            '=': () => this.zoom(0, .8, centre),
            '-': () => this.zoom(event.altKey ? 1 : 0, 1.25, event.altKey ? (this.y[0] + this.y[1]) / 2 : centre),
            '*': () => this.zoom(1, .8, (this.y[0] + this.y[1]) / 2),
            '_': () => this.zoom(1, 1.25, (this.y[0] + this.y[1]) / 2),
            '0': () => this.reset(), Home: () => this.reset(), Escape: () => this.figure.blur(),
            ',': () => this.group.step(-1), '.': () => this.group.step(1),
        };
        const act = actions[event.key];
        if (!act || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        act();
    }
}

/* figures that share their x axis and cursor */
class Group {
    constructor() {
        this.plots = [];
        this.watchers = []; /* told of the cursor */
        this.cursor = null;
    }

    add(plot) {
        this.plots.push(plot);
        if (!this.full) {
            this.full = [plot.spec.low[0], plot.spec.high[0]];
            this.x = this.full.slice();
        }
    }

    redraw(only) {
        this.pending = this.pending || new Set();
        if (this.pending.size === 0)
            requestAnimationFrame(() => {
                const list = [...this.pending];
                this.pending.clear();
                for (const plot of list) plot.draw();
            });
        for (const plot of only ? [only] : this.plots) this.pending.add(plot);
    }

    setCursor(x) {
        this.cursor = x;
        for (const plot of this.plots)
            if (plot.loaded) plot.drawCursor();
        for (const watch of this.watchers) watch(x);
    }

    step(by) {
        const at = this.cursor ?? (this.x[0] + this.x[1]) / 2;
        this.setCursor(at + by * (this.x[1] - this.x[0]) / 200);
    }
}

/* ---- the page */

const groups = new Map(), plots = new Map();

function groupOf(name) {
    if (!groups.has(name)) groups.set(name, new Group());
    return groups.get(name);
}

/* the plot, when it is loaded */
function wake(figure) {
    if (plots.has(figure)) return plots.get(figure).ready.then(() => plots.get(figure));
    const group = groupOf(figure.dataset.group || figure.id);
    const plot = new Plot(figure, group);
    plots.set(figure, plot);
    plot.ready.catch(error => console.warn('this figure stays still:', error));
    return plot.ready.then(() => plot);
}

if (typeof DecompressionStream === 'function') {
    const watcher = new IntersectionObserver(list => {
        for (const entry of list) if (entry.isIntersecting) wake(entry.target).catch(() => {});
    }, {rootMargin: '300px'});
    for (const figure of document.querySelectorAll('figure.plot')) watcher.observe(figure);
    const all = width => { for (const plot of plots.values()) { plot.forced = width; plot.draw(); } };
    addEventListener('resize', () => all(0));
    addEventListener('beforeprint', () => all(760));
    addEventListener('afterprint', () => all(0));
}
window.skitter = {groups, groupOf, plots, wake, packed, told};
})();
