/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In a report, with the cases of live.sh: each is a slider that is moved, and what skitter-sim says
   of the same values. Writes "NAME yes" or "NAME no" for each, with the largest difference. */
'use strict';
(async () => {
const lines = [];
const all = selector => [...document.querySelectorAll(selector)];

/* rows of a CSV as objects, and what skitter-sim calls what the page shows */
function table(text) {
    const [head, ...rows] = text.trim().split('\n').map(line => line.split(','));
    return rows.map(row => Object.fromEntries(row.map((cell, i) => [head[i], cell])));
}

function compare(spec, csv) {
    const live = new skitter.live.Live(spec, engine);
    live.give(spec.change.slider, spec.change.to);
    const result = live.run(spec.end, spec.rate, 0, spec.rtol), rows = csv.trim() ? table(csv) : [];
    engine.live_close(live.handle);
    if (!rows.length) return {worst: result.message ? 0 : Infinity, rows: 0};
    /* the clock of what is driven is a coordinate, but no column */
    const names = ['t', 'tip_t', 'tip_n', 'force_t', 'force_n', ...Object.keys(rows[0]).filter(key => `${key}_dot` in rows[0])];
    let worst = rows.length === result.samples.length / result.columns ? 0 : Infinity;
    rows.forEach((row, i) => names.forEach((name, k) => {
        const want = Number(row[name]), got = result.samples[i * result.columns + k];
        worst = Math.max(worst, Math.abs(want - got) / Math.max(1, Math.abs(want)));
        if (isNaN(got) !== isNaN(want)) worst = Infinity;
    }));
    return {worst, rows: rows.length};
}

const {hold} = parent; /* of around.js */
let engine;
try {
    engine = await hold(skitter.live.wake());
    for (const node of all('script.case')) {
        const [, json, csv] = node.textContent.match(/^(.*)\n([^]*)$/), name = node.id;
        const {worst, rows} = compare(JSON.parse(json), csv);
        lines.push(`${name} ${worst <= 1e-9 ? 'yes' : 'no'} ${worst.toExponential(1)} of ${rows} rows`);
    }
    /* each run as it stands, over the rail as recorded: the curve of the report, which the page has
       to 16 bits */
    for (const each of document.querySelectorAll('.whatif')) {
        const at = await hold(skitter.live.open(each)), name = each.closest('section').id;
        const {spec} = await hold(skitter.wake(document.getElementById(`${name}-tangential`)));
        at.compute();
        const {samples, columns} = at.result, predicted = spec.series.find(s => s.name === 'predicted');
        const off = Array.from({length: samples.length / columns}, (_, i) => Math.abs(samples[i * columns + 1]
            - predicted.y.at(Math.round((samples[i * columns] - predicted.first) / predicted.step)))).sort((a, b) => a - b);
        const share = part => off[Math.floor(part * (off.length - 1))];
        lines.push(`as-reported-${name.slice(0, 5)} ${off.length > 10000 && share(.99) < 1e-4 ? 'yes' : 'no'} `
            + `${off.length} rows, half ${share(.5).toExponential(1)}, 99 % ${share(.99).toExponential(1)}, all ${share(1).toExponential(1)}`);
        at.reset();
    }
    /* the controls of the run: a move draws over the figures and leaves the verdict; back again */
    const box = document.querySelector('.whatif'), controls = await hold(skitter.live.open(box));
    const row = controls.rows[0];
    const tables = all('table').map(t => t.textContent).join();
    const plot = await hold(skitter.wake(document.querySelector('figure[id$="-tangential"]')));
    row.input.value = row.slider.low + .7 * (row.slider.high - row.slider.low);
    row.input.dispatchEvent(new Event('input'));
    await new Promise(done => setTimeout(done, 100));
    const found = (name, good) => lines.push(`${name} ${good ? 'yes' : 'no'}`);
    const overlaid = () => plot.spec.series.some(s => s.look === 'whatif');
    found('a-move-is-drawn', overlaid() && /impact/.test(controls.says.textContent));
    found('the-verdict-stays', all('table').map(t => t.textContent).join() === tables);
    const [back, set, rig] = box.querySelectorAll('button');
    set.click();
    found('written-as-set', controls.text.value === `--set '${row.slider.name}=${row.value}'`);
    rig.click();
    found('written-as-a-rig', controls.text.value.includes(`${row.slider.name}: ${row.value}`)
        && /^(model|mechanism):/m.test(controls.text.value));
    lines.push('rig-file ' + btoa(unescape(encodeURIComponent(controls.text.value))));
    lines.push(`rig-value ${row.value}`);
    back.click();
    await new Promise(done => setTimeout(done, 100));
    found('back-again', !overlaid() && Number(row.input.value) === row.slider.value && controls.text.hidden);
    found('labels', [...box.querySelectorAll('input')].every(e => e.labels.length === 1 && e.labels[0].textContent.trim()));
} catch (error) {
    lines.push('exception ' + error.stack);
}
const result = document.createElement('pre');
result.id = 'live-result';
result.textContent = '\n' + lines.join('\n') + '\n';
document.body.append(result);
})();
