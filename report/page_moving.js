/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanism moves: each <figure class="moving"> holds a drawn mechanism, how it goes together
   (report/moving.c) and its coordinates over time. It stands at the cursor that the run's figures
   share, and moves the cursor when it plays. Without this file it is a picture of the start. */
'use strict';
(() => {
const SVG = 'http://www.w3.org/2000/svg', WIDTH = 420, HEIGHT = 340, MARGIN = 34, HATCH = 14, ARROW = 70;
const SPEEDS = [1, .5, .2, .1, .05, .02, .01];

/* an element with text, never markup */
function make(name, properties, ...children) {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
}

function draw(parent, name, attributes) {
    const element = document.createElementNS(SVG, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    parent.append(element);
    return element;
}

/* ---- where the bodies are, as sim/assemble.c has it */

const linear = (form, q) => form.reduce((sum, factor, i) => sum + (i ? factor * q[i - 1] : factor), 0);
const on = (body, x, y) => [body.x + x * Math.cos(body.angle) - y * Math.sin(body.angle),
    body.y + x * Math.sin(body.angle) + y * Math.cos(body.angle)];
const GROUND = {x: 0, y: 0, angle: 0};

function poseOf(made, q) {
    const bodies = [];
    for (const b of made.bodies) {
        const parent = b.parent < 0 ? GROUND : bodies[b.parent], turned = b.turns ? parent.angle : 0;
        const [x, y] = on(parent, linear(b.at[0], q), linear(b.at[1], q));
        const slide = linear(b.slide, q), along = linear(b.along, q) + turned;
        bodies.push({x: x + slide * Math.cos(along), y: y + slide * Math.sin(along), angle: linear(b.angle, q) + turned});
    }
    return bodies;
}

/* what touches the surface: a point of a body, or the lowest of an ellipse */
function touchOf(made, bodies) {
    const {body, at, round} = made.touch, solid = bodies[body];
    if (!round) return on(solid, ...at);
    const down = made.surface[0] - Math.PI / 2 - solid.angle;
    const u = [Math.cos(down), Math.sin(down)], size = Math.hypot(round[0] * u[0], round[1] * u[1]);
    return on(solid, round[0] ** 2 * u[0] / size, round[1] ** 2 * u[1] / size);
}

/* ---- a film: coordinates over time */

class Film {
    constructor(series, coordinates) {
        this.first = series[0].first;
        this.step = series[0].step;
        this.n = series[0].y.n;
        this.columns = series.slice(0, coordinates).map(s => s.y);
    }
    get last() { return this.first + (this.n - 1) * this.step; }

    /* between two frames; null: beyond the last of them */
    at(t, columns = this.columns) {
        const place = Math.max(0, (t - this.first) / this.step);
        if (place > this.n - 1 + 1e-6) return null;
        const i = Math.min(Math.floor(place), this.n - 2), share = place - i;
        return columns.map(c => c.at(i) + share * (c.at(i + 1) - c.at(i)));
    }
}

class Moving {
    constructor(figure, group) {
        this.figure = figure;
        this.group = group;
        this.svg = figure.querySelector('svg');
        this.world = figure.querySelector('.world');
        this.t = 0;
        this.ready = this.load();
    }

    async load() {
        const told = await skitter.told(this.figure), {made, series} = told.figures[this.figure.id];
        this.made = made;
        for (const s of series) s.y = told.channel(s.y);
        const of = name => series.filter(s => s.name === name), n = this.made.coordinates;
        this.films = {predicted: new Film(of('predicted'), n)};
        if (of('measured').length === n) this.films.measured = new Film(of('measured'), n);
        this.forces = of('force').map(s => s.y);
        this.poses = {predicted: this.world.querySelector('.pose')};
        if (this.films.measured) this.addPose('measured');
        this.frame();
        this.controls();
        this.group.watchers.push(t => { if (t !== null) this.show(t); });
        this.figure.closest('section').addEventListener('whatif', event => this.whatIf(event.detail));
        this.show(this.films.predicted.first);
    }

    addPose(name) {
        const copy = this.poses.predicted.cloneNode(true);
        copy.setAttribute('class', 'pose ' + name);
        if (name === 'measured') this.poses.predicted.before(copy); else this.poses.predicted.after(copy);
        this.poses[name] = copy;
    }

    /* all of the motion in view */
    frame() {
        const low = [Infinity, Infinity], high = [-Infinity, -Infinity];
        const see = ([x, y]) => {
            low[0] = Math.min(low[0], x); low[1] = Math.min(low[1], y);
            high[0] = Math.max(high[0], x); high[1] = Math.max(high[1], y);
        };
        const film = this.films.predicted, corners = [...this.poses.predicted.children].map(part => {
            const path = part.querySelector('path');
            const numbers = path ? (path.getAttribute('d').match(/-?[\d.]+(e[-+]?\d+)?/g) || []).map(Number) : [0, 0];
            return Array.from({length: numbers.length / 2}, (_, i) => [numbers[2 * i], numbers[2 * i + 1]]);
        });
        for (let i = 0; i < film.n; i += Math.max(1, Math.floor(film.n / 300))) {
            const bodies = poseOf(this.made, film.columns.map(c => c.at(i)));
            bodies.forEach((body, k) => corners[k].forEach(([x, y]) => see(on(body, x, y))));
            if (this.made.touch) see(touchOf(this.made, bodies));
        }
        this.scale = Math.min((WIDTH - 2 * MARGIN) / Math.max(high[0] - low[0], 1e-9), (HEIGHT - 2 * MARGIN) / Math.max(high[1] - low[1], 1e-9));
        this.world.setAttribute('transform', `translate(${WIDTH / 2} ${HEIGHT / 2}) scale(${this.scale} ${-this.scale}) `
            + `translate(${-(low[0] + high[0]) / 2} ${-(low[1] + high[1]) / 2})`);
        for (const [name, r] of [['joint', 4], ['solid', 6]])
            for (const circle of this.world.querySelectorAll('circle.' + name)) circle.setAttribute('r', r / this.scale);
        if (!this.made.touch) return;
        this.belt = draw(this.world, 'path', {class: 'hatch', d: this.hatch()});
        this.arrow = draw(this.world, 'path', {class: 'force', d: ''});
        const sizes = Array.from({length: film.n}, (_, i) => Math.hypot(...this.forces.map(c => c.at(i)))).sort((a, b) => a - b);
        this.newton = ARROW / this.scale / (sizes[Math.floor(.95 * (film.n - 1))] || 1);
        this.springs = this.made.springs.map(() => draw(this.world, 'path', {class: 'spring', d: ''}));
    }

    /* strokes below the surface, which move with the belt */
    hatch() {
        const [slope, x, y] = this.made.surface, gap = HATCH / this.scale, path = [];
        const along = [Math.cos(slope), Math.sin(slope)], far = 2 * (WIDTH + HEIGHT) / this.scale;
        for (let s = -far; s < far; s += gap) {
            const from = [x + s * along[0], y + s * along[1]];
            path.push(`M${from[0]} ${from[1]}l${-.5 * gap * (along[0] - along[1])} ${-.5 * gap * (along[0] + along[1])}`);
        }
        return path.join('');
    }

    put(name, q) {
        const pose = this.poses[name];
        if (!pose) return null;
        pose.toggleAttribute('hidden', !q);
        if (!q) return null;
        const bodies = poseOf(this.made, q);
        bodies.forEach((body, i) => pose.children[i].setAttribute('transform',
            `translate(${body.x} ${body.y}) rotate(${body.angle * 180 / Math.PI})`));
        return bodies;
    }

    show(t) {
        const film = this.films.predicted;
        this.t = Math.min(Math.max(t, film.first), film.last);
        const bodies = this.put('predicted', film.at(this.t));
        for (const name of ['measured', 'whatif'])
            if (this.poses[name]) this.put(name, this.films[name] ? this.films[name].at(this.t) : null);
        if (this.time) this.time.value = this.t;
        const parts = [`t = ${(1e3 * this.t).toFixed(1)} ms`];
        if (this.made.touch && this.forces.length === 2) parts.push(this.push(bodies));
        const near = this.made.events.filter(e => Math.abs(e[0] - this.t) < 5e-5).map(e => `${e[1]}, ${e[2]}`);
        if (this.says) this.says.textContent = [...parts, ...near].join(' \u00b7 ').replace(/-(?=\d)/g, '\u2212');
    }

    /* the force of the surface, as an arrow from where it acts; its words */
    push(bodies) {
        const [along, off] = this.films.predicted.at(this.t, this.forces), slope = this.made.surface[0];
        const size = Math.hypot(along, off), at = touchOf(this.made, bodies);
        const length = Math.min(size * this.newton, 1.7 * ARROW / this.scale), head = Math.min(.3 * length, 9 / this.scale);
        const u = [(along * Math.cos(slope) - off * Math.sin(slope)) / size, (along * Math.sin(slope) + off * Math.cos(slope)) / size];
        const end = [at[0] + length * u[0], at[1] + length * u[1]];
        this.arrow.setAttribute('d', size > 0 ? `M${at[0]} ${at[1]}L${end[0]} ${end[1]}`
            + `M${end[0] - head * (u[0] + .5 * u[1])} ${end[1] - head * (u[1] - .5 * u[0])}L${end[0]} ${end[1]}`
            + `L${end[0] - head * (u[0] - .5 * u[1])} ${end[1] - head * (u[1] + .5 * u[0])}` : '');
        const gap = HATCH / this.scale, gone = (this.made.belt * this.t) % gap;
        this.belt.setAttribute('transform', `translate(${gone * Math.cos(slope)} ${gone * Math.sin(slope)})`);
        this.made.springs.forEach((ends, k) => this.springs[k].setAttribute('d', ends.map(([body, x, y], i) =>
            (i ? 'L' : 'M') + on(body < 0 ? GROUND : bodies[body], x, y).join(' ')).join('')));
        return size > 0 ? `contact force ${size.toPrecision(3)} N (${along.toFixed(3)} along the surface, ${off.toFixed(3)} off it)` : 'no contact';
    }

    /* the motion of the sliders (page_live.js); null: they are back */
    whatIf(result) {
        if (result && !this.poses.whatif) this.addPose('whatif');
        const rows = result ? result.samples.length / result.columns : 0;
        const column = k => ({n: rows, at: i => result.samples[i * result.columns + k]});
        const first = result && rows ? result.samples[0] : 0;
        const series = Array.from({length: this.made.coordinates}, (_, k) =>
            ({first, step: (column(0).at(rows - 1) - first) / (rows - 1), y: column(5 + k)}));
        this.films.whatif = rows > 1 ? new Film(series, this.made.coordinates) : undefined;
        this.show(this.t);
    }

    /* ---- hands */

    controls() {
        const film = this.films.predicted, button = (text, label, act) => {
            const made = make('button', {type: 'button', title: label}, text);
            made.setAttribute('aria-label', label);
            made.addEventListener('click', act);
            return made;
        };
        this.time = make('input', {type: 'range', min: film.first, max: film.last, step: 'any', value: film.first});
        this.time.addEventListener('input', () => { this.stop(); this.group.setCursor(Number(this.time.value)); });
        this.time.addEventListener('keydown', event => this.key(event));
        this.speed = make('select', {}, ...SPEEDS.map(v => make('option', {value: v, selected: v === .1}, v === 1 ? 'real time' : `1/${1 / v}`)));
        this.play = button('play', 'play', () => this.playing ? this.stop() : this.start());
        this.says = make('output', {className: 'says'});
        this.says.setAttribute('aria-live', 'off');
        this.svg.after(make('div', {className: 'player'},
            make('label', {className: 'time'}, make('span', {}, 'time'), this.time),
            make('span', {className: 'buttons'}, this.play, button('\u25c0 event', 'back to the event before', () => this.jump(-1)),
                button('event \u25b6', 'on to the next event', () => this.jump(1)),
                make('label', {}, make('span', {}, 'speed '), this.speed)), this.says));
        this.figure.classList.add('live');
    }

    /* a thousandth of the whole, or of the figures' view */
    key(event) {
        const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1}[event.key];
        if (event.key === ' ') this.playing ? this.stop() : this.start();
        else if (by) {
            this.stop();
            this.group.setCursor(this.t + by * (this.time.max - this.time.min) / 1000);
        } else return;
        event.preventDefault();
    }

    jump(by) {
        this.stop();
        const times = [this.films.predicted.first, ...this.made.events.map(e => e[0]), this.films.predicted.last].sort((a, b) => a - b);
        const next = by > 0 ? times.find(t => t > this.t + 1e-9) : times.findLast(t => t < this.t - 1e-9);
        if (next !== undefined) this.group.setCursor(next);
    }

    start() {
        if (this.t >= this.films.predicted.last) this.t = this.films.predicted.first;
        this.playing = true;
        this.tell();
        let before = performance.now();
        const tick = () => {
            if (!this.playing) return;
            const now = performance.now(), t = this.t + Math.max(0, now - before) / 1e3 * Number(this.speed.value);
            before = now;
            this.group.setCursor(t);
            if (t >= this.films.predicted.last) this.stop(); else requestAnimationFrame(tick);
        };
        requestAnimationFrame(tick);
    }

    stop() {
        this.playing = false;
        this.tell();
    }

    tell() {
        this.play.textContent = this.playing ? 'pause' : 'play';
        this.play.setAttribute('aria-label', this.playing ? 'pause' : 'play');
    }
}

const moving = new Map();

function wake(figure) {
    if (!moving.has(figure)) moving.set(figure, new Moving(figure, skitter.groupOf(figure.dataset.group)));
    return moving.get(figure).ready.then(() => moving.get(figure));
}

if (typeof DecompressionStream === 'function') {
    const watcher = new IntersectionObserver(list => {
        for (const entry of list) if (entry.isIntersecting) {
            watcher.unobserve(entry.target);
            wake(entry.target).catch(error => console.warn('this mechanism stands still:', error));
        }
    }, {rootMargin: '300px'});
    for (const figure of document.querySelectorAll('figure.moving')) watcher.observe(figure);
}
Object.assign(window.skitter, {moving: {wake, all: moving, poseOf, touchOf, on}});
})();
