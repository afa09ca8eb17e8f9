/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Put at the end of a report, this uses its figures as a reader would and writes what it
   found into the page: a line "NAME yes" or "NAME no" each. */
(async () => {
const lines = [];
const found = (name, good) => lines.push(`${name} ${good ? 'yes' : 'no'}`);
const wait = ms => new Promise(done => setTimeout(done, ms));
/* frames come by the clock of the machine, which the virtual time of this test overtakes
   when it is busy: here they are timers too */
const realFrame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = draw => setTimeout(draw, 16);
const frame = () => wait(60);
const ticks = plot => [...plot.svg.querySelectorAll('text.tick')].map(t => t.textContent).join();
const send = (target, type, init) =>
    target.dispatchEvent(new (type === 'wheel' ? WheelEvent : type === 'keydown' ? KeyboardEvent : PointerEvent)(
        type, {bubbles: true, cancelable: true, pointerId: 1, ...init}));
const at = (plot, share) => {
    const box = plot.view.getBoundingClientRect();
    return {clientX: box.left + 70 + share * (box.width - 82), clientY: box.top + box.height / 2};
};
/* the mechanism: its bodies as they stand in the picture */
const corner = (part, i) => {
    const numbers = part.querySelector('path').getAttribute('d').match(/-?[\d.]+(e[-+]?\d+)?/g).map(Number);
    const {a, b, c, d, e, f} = part.transform.baseVal.consolidate().matrix, [x, y] = [numbers[2 * i], numbers[2 * i + 1]];
    return [a * x + c * y + e, b * x + d * y + f];
};
/* places by hand: a quarter turn carries (3, 4) to (-4, 3); a body that hangs there and turns with
   its parent; the lowest point of an ellipse that lies on its side */
function placesByHand() {
    const {on, poseOf, touchOf} = skitter.moving, near = (a, b) => a.every((v, i) => Math.abs(v - b[i]) < 1e-12);
    const quarter = Math.PI / 2, still = [0], at = (x, y) => [[x], [y]];
    found('a-point-is-turned', near(on({x: 1, y: 2, angle: quarter}, 3, 4), [-3, 5])
        && near(on({x: 1, y: 2, angle: -quarter}, 3, 4), [5, -1]) && near(on({x: 1, y: 2, angle: 0}, 3, 4), [4, 6]));
    const bodies = [{parent: -1, turns: false, at: at(1, 2), angle: [0, 1], slide: still, along: still},
        {parent: 0, turns: true, at: at(3, 4), angle: [0, 0, 1], slide: [2], along: [quarter]}];
    const [, hung] = poseOf({bodies}, [quarter, .25]);
    found('a-body-hangs-and-slides', near([hung.x, hung.y, hung.angle], [-3 - 2, 5, quarter + .25]));
    const touch = {body: 0, round: [3, 2]}, solid = angle => [{x: 1, y: 7, angle}];
    found('an-ellipse-touches', near(touchOf({touch, surface: [0, 0, 0]}, solid(0)), [1, 5])
        && near(touchOf({touch, surface: [0, 0, 0]}, solid(quarter)), [1, 4])
        && near(touchOf({touch: {body: 0, at: [3, 4]}, surface: [0, 0, 0]}, solid(quarter)), [-3, 10]));
}

async function movesInStep(plot) {
    const m = await skitter.moving.wake(document.querySelector('figure.moving'));
    const parts = () => m.figure.querySelectorAll('.pose.predicted .part');
    const tip = t => { m.group.setCursor(t); return corner(parts()[1], 1); };
    const away = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
    send(plot.view, 'pointermove', at(plot, .4));
    found('mechanism-at-the-cursor', Math.abs(m.t - plot.group.cursor) < 1e-9 && m.t > 0);
    found('links-hang-together', away(corner(parts()[0], 1), corner(parts()[1], 0)) < 1e-6);
    /* the height of this set-up is 0.3775 m, and the tip starts on the rail */
    found('tip-on-the-rail', Math.abs(tip(m.films.predicted.first)[1] + .3775) < 1e-5);
    /* how fast the drawn tip moves is what the figure predicts */
    const predicted = plot.spec.series.find(s => s.name === 'predicted'), off = [];
    for (let t = .02; t < .6; t += .013) {
        const h = 4e-4, v = (tip(t + h)[0] - tip(t - h)[0]) / (2 * h);
        off.push(Math.abs(v - predicted.y.at(Math.round((t - predicted.first) / predicted.step))));
    }
    off.sort((a, b) => a - b);
    lines.push(`tip-speed-off ${off[Math.floor(off.length / 2)].toExponential(1)} ${off[Math.floor(.9 * off.length)].toExponential(1)}`);
    found('drawn-tip-moves-as-predicted', off[Math.floor(.9 * off.length)] < .01);
    const there = tip(.1), seen = corner(m.figure.querySelectorAll('.pose.measured .part')[1], 1);
    lines.push(`measured-off-mm ${(1e3 * away(there, seen)).toFixed(2)}`);
    found('measured-beside-predicted', away(there, seen) < .01);
    m.group.setCursor(0);
    const [play, back, next] = m.figure.querySelectorAll('button');
    next.click();
    const events = m.made.events.map(e => e[0]).filter(t => t > m.films.predicted.first + 1e-9);
    found('steps-to-the-event', Math.abs(m.t - Math.min(...events)) < 1e-9 && Math.abs(plot.group.cursor - m.t) < 1e-9);
    next.click();
    back.click();
    found('and-back', Math.abs(m.t - Math.min(...events)) < 1e-9);
    /* the other run slides at first: its arrow leans by the friction of the fit */
    const slides = await skitter.moving.wake(document.querySelectorAll('figure.moving')[1]);
    slides.group.setCursor(.02);
    const [x0, y0, x1, y1] = slides.arrow.getAttribute('d').match(/-?[\d.]+(e[-+]?\d+)?/g).map(Number);
    lines.push(`lean ${(Math.abs(x1 - x0) / (y1 - y0)).toFixed(4)}`);
    const along = Number(slides.says.textContent.match(/([\u2212\d.]+) along/)[1].replace('\u2212', '-'));
    found('force-is-an-arrow', Math.sign(x1 - x0) === Math.sign(along) && Math.abs(Math.abs(x1 - x0) / (y1 - y0) - .59) < .001 && /contact force [\d.]+ N/.test(slides.says.textContent));
    m.group.setCursor(.1);
    play.click();
    await wait(400);
    play.click();
    const played = m.t - .1;
    await wait(200);
    found('plays-slowly', played > .01 && played < .1 && m.t - .1 === played);
    send(m.time, 'keydown', {key: 'ArrowRight'});
    found('keys-scrub', m.t > .1 + played);
    found('player-labels', [...m.figure.querySelectorAll('input, select')].every(e => e.labels.length === 1)
        && [...m.figure.querySelectorAll('button')].every(e => e.getAttribute('aria-label')));
}
try {
    const figures = [...document.querySelectorAll('figure.plot')];
    found('still-drawn', figures.every(f => f.querySelector('svg path.line, svg path.bar, svg .dot')));
    /* a figure is unpacked when it comes into view: a page of many runs opens as a short one */
    const last = figures[figures.length - 1];
    await wait(300);
    const early = skitter.plots.size, asleep = !skitter.plots.has(last);
    last.scrollIntoView();
    await parent.hold(new Promise(done => {
        let left = 600; /* frames */
        const ask = () => skitter.plots.has(last) || !left-- ? done() : realFrame(ask);
        ask();
    }));
    found('unpacked-in-view', early < figures.length / 2 && asleep && skitter.plots.has(last));
    for (const figure of figures) skitter.wake(figure);
    await Promise.all([...skitter.plots.values()].map(p => p.ready));
    const plots = [...skitter.plots.values()];
    found('all-live', figures.length > 0 && plots.length === figures.length && plots.every(p => p.loaded));
    found('live-drawn', plots.every(p => p.svg.querySelector('path.line[d*="L"], path.line[d*="V"], path.bar, .dot')));

    const tangential = plots.find(p => p.figure.id.endsWith('-tangential'));
    const normal = plots.find(p => p.figure.id === tangential.figure.id.replace('tangential', 'normal'));
    const before = tangential.group.x.slice(), ticksBefore = ticks(tangential), other = ticks(normal);
    tangential.figure.scrollIntoView();
    tangential.figure.focus();
    send(tangential.view, 'wheel', {...at(tangential, .5), deltaY: -120});
    await frame();
    const zoomed = tangential.group.x.slice();
    found('wheel-zooms', zoomed[1] - zoomed[0] < .9 * (before[1] - before[0]));
    found('axes-follow', ticks(tangential) !== ticksBefore);
    found('linked-axes', ticks(normal) !== other && normal.x === tangential.group.x);
    send(tangential.figure, 'keydown', {key: 'ArrowRight'});
    await frame();
    found('keys-move', tangential.group.x[0] > zoomed[0]);
    const moved = tangential.group.x[0];
    send(tangential.view, 'pointermove', at(tangential, .5));
    tangential.pointers.set(1, tangential.place(at(tangential, .5)));
    send(tangential.view, 'pointermove', at(tangential, .7));
    send(tangential.view, 'pointerup', at(tangential, .7));
    await frame();
    found('drag-moves', tangential.group.x[0] < moved);
    send(tangential.view, 'pointermove', at(tangential, .4));
    await frame();
    found('crosshair', tangential.cross.getAttribute('d') !== '' && /measured \u2212?\d/.test(tangential.readout.textContent));
    found('readout-has-units', /^t = \u2212?[\d.]+ s \u00b7 /.test(tangential.readout.textContent)
        && /measured \u2212?[\d.]+ m\/s/.test(tangential.readout.textContent));
    found('linked-cursor', normal.cross.getAttribute('d') !== '' && /predicted/.test(normal.readout.textContent));
    send(tangential.figure, 'keydown', {key: '0'});
    await frame();
    found('reset', Math.abs(tangential.group.x[0] - before[0]) < 1e-9);

    /* the value that is read off is that of the record */
    const s = tangential.spec.series.find(v => v.name === 'measured');
    const expected = document.getElementById('expected');
    if (expected) {
        const [i, value] = expected.textContent.split(' ').map(Number);
        found('value-read', Math.abs(s.y.at(i) - value) < 2e-4);
    }
    /* the residual, which the page finds itself */
    const residual = plots.find(p => p.figure.id === tangential.figure.id.replace('tangential', 'residual'));
    const e = residual.spec.series[0].y, p = tangential.spec.series.find(v => v.name === 'predicted').y;
    found('residual-is-the-difference', e.n === s.y.n && [5000, 9000, 12345].every(i => Math.abs(e.at(i) - (s.y.at(i) - p.at(i))) < 2e-5)
        && Math.max(...[5000, 9000, 12345].map(i => Math.abs(e.at(i)))) > 1e-4);
    /* each column of the band goes from its lowest to its highest sample there, jumps or not */
    tangential.draw();
    const band = tangential.spec.series.find(v => v.mark === 'band');
    const columns = [...tangential.svg.querySelector('path.area.band').getAttribute('d').matchAll(/M([-\d.]+) ([-\d.]+)h1\.00V([-\d.]+)/g)]
        .map(m => m.slice(1).map(Number));
    const ends = columns.map(([x]) => {
        const sample = px => Math.ceil((tangential.dataX(px) - band.first) / band.step), list = [];
        for (let i = Math.max(sample(x), 0); i < Math.min(sample(x + 1), band.y.n); i++)
            if (!isNaN(band.y.at(i))) list.push(band.y.at(i) - band.z.at(i), band.y.at(i) + band.z.at(i));
        return [Math.min(...list), Math.max(...list)].map(v => tangential.py(v));
    });
    found('band-has-no-spikes', columns.length > 300 && columns.every(([, low, high], i) =>
        Math.abs(low - ends[i][0]) < .06 && Math.abs(high - ends[i][1]) < .06));
    /* every sample once it is zoomed in, and frames that are quick */
    tangential.group.x = [.1, .1 + 50 * s.step];
    tangential.draw();
    const dots = tangential.svg.querySelector('path.samples.measured');
    found('every-sample', dots !== null && (dots.getAttribute('d').match(/M/g) || []).length >= 50);
    tangential.group.x = before;
    const began = performance.now();
    for (let k = 0; k < 20; k++) for (const p of tangential.group.plots) p.draw();
    lines.push(`frame-ms ${((performance.now() - began) / 20).toFixed(1)}`);
    placesByHand();
    await movesInStep(tangential);
    found('no-requests', performance.getEntriesByType('resource').length === 0);
    found('no-script-ran', window.hostile === undefined);
    found('hostile-text', document.body.textContent.includes('<script>window.hostile'));
} catch (error) {
    lines.push('exception ' + error.stack);
}
const result = document.createElement('pre');
result.id = 'browser-result';
result.textContent = '\n' + lines.join('\n') + '\n';
document.body.append(result);
})();
