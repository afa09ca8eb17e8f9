/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the layout of a report in a frame (around.js) and returns a line "NAME yes" or "NAME no"
   each. What it looks for, after the rules of axe-core: nothing reaches over the edge, no text is
   cut off, text stands out from its ground by 4.5 (WCAG 1.4.3), every control and link has a name,
   pictures have one, ids are unique, headings skip no level. */
'use strict';
async function layout(page) {
const lines = [];
const width = page.documentElement.clientWidth;
const found = (name, bad) => lines.push(`${name} ${bad.length ? 'no ' + bad.slice(0, 4).join(' | ') : 'yes'}`);
const all = selector => [...page.querySelectorAll(selector)];
const name = e => `${e.tagName}.${e.getAttribute('class')} ${e.textContent.trim().slice(0, 40)}`;
const shown = e => e.getClientRects().length > 0;
/* sliders and players too, which come when they are scrolled to */
const {skitter} = page.defaultView;
if (skitter) {
    await hold(Promise.all(all('figure.moving').map(skitter.moving.wake)));
    if (page.getElementById('live-wasm')) await hold(Promise.all(all('.whatif').map(skitter.live.open)));
}
await new Promise(done => setTimeout(done, 500));

found('hidden-is-hidden', all('[hidden]').filter(shown).map(name));
found('no-overflow', page.documentElement.scrollWidth > width ? [`${page.documentElement.scrollWidth} of ${width}`] : []);
found('nothing-outside', all('body *').filter(e => shown(e) && !e.closest('svg')
    && (e.getBoundingClientRect().right > width + .5 || e.getBoundingClientRect().left < -.5)).map(name));
found('nothing-cut', all('p, td, th, a, b, span, em, h1, h2, h3, h4, figcaption, label').filter(e => shown(e)
    && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
    && page.defaultView.getComputedStyle(e).overflowX !== 'visible').map(name));

/* a text that is wider than its box, over its neighbour */
found('nothing-spills', all('output, button, label span, td').filter(e => shown(e) && e.scrollWidth > e.clientWidth + 1
    && e.clientWidth > 0 && e.getAttribute('class') !== 'says').map(name));

/* luminance and contrast of WCAG 2.1 */
const numbers = text => (text.match(/[\d.]+/g) || []).map(Number);
const luminance = ([r, g, b]) => [[r, .2126], [g, .7152], [b, .0722]].reduce((sum, [v, share]) => {
    v /= 255;
    return sum + share * (v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
}, 0);
const ground = e => {
    for (; e; e = e.parentElement) {
        const colour = numbers(page.defaultView.getComputedStyle(e).backgroundColor);
        if (colour.length === 3 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
};
found('contrast', all('p, td, th, a, b, span, em, h1, h2, h3, h4, figcaption, label, button, output').filter(e => {
    if (!shown(e) || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) return false;
    const a = luminance(numbers(page.defaultView.getComputedStyle(e).color)), b = luminance(ground(e));
    return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) < 4.5;
}).map(name));

found('names', [...all('a, button').filter(e => !e.textContent.trim() && !e.getAttribute('aria-label')),
    ...all('input, select, textarea').filter(e => !e.labels.length && !e.getAttribute('aria-label')),
    ...all('svg').filter(e => e.getAttribute('aria-hidden') !== 'true' && !e.querySelector('title')
        && !e.getAttribute('aria-label'))].map(name));
found('links-lead', all('a[href^="#"]').filter(e => !page.getElementById(e.getAttribute('href').slice(1))).map(name));
const ids = all('[id]').map(e => e.id);
found('ids-unique', ids.filter((id, i) => ids.indexOf(id) !== i));
let level = 0;
found('headings', all('h1, h2, h3, h4').filter(e => {
    const is = Number(e.tagName[1]), skips = is > level + 1 && !(is === 4 && level >= 2);
    level = is;
    return skips;
}).map(name));
found('language', page.documentElement.lang ? [] : ['none']);
return lines;
}
