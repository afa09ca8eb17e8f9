/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows pages one after the other in frames, in one browser: those that bring a test of their own
   (browser.js, live.js) until they have written what they found, the others as layout.js looks at
   them. Each line is written with the frame's name before it. */
'use strict';
const said = [];
/* the virtual time of this test stands still while messages go round: what other threads do has
   the time it needs */
window.hold = promise => {
    const {port1, port2} = new MessageChannel();
    let waiting = true;
    port1.onmessage = () => { if (waiting) port2.postMessage(0); };
    port2.postMessage(0);
    return promise.finally(() => { waiting = false; });
};
const wait = ms => new Promise(done => setTimeout(done, ms));

async function show({name, page, width, height, look}) {
    const frame = document.createElement('iframe');
    const loaded = new Promise(done => { frame.onload = done; });
    Object.assign(frame, {src: page, width, height});
    document.body.append(frame);
    await hold(loaded);
    const inside = frame.contentDocument;
    if (look === 'title') {
        await wait(200);
        said.push(`${name} title ${inside.title}`);
    } else if (look === 'layout') {
        said.push(...(await layout(inside)).map(line => `${name} ${line}`));
    } else {
        let result;
        while (!(result = inside.getElementById(look))) await wait(50);
        said.push(...result.textContent.trim().split('\n').map(line => `${name} ${line}`));
    }
    frame.remove();
}

addEventListener('load', async () => {
    for (const frame of JSON.parse(document.getElementById('frames').textContent)) {
        try {
            await show(frame);
        } catch (error) {
            said.push(`${frame.name} exception ${error.stack}`);
        }
    }
    const result = document.createElement('pre');
    result.id = 'said';
    result.textContent = `\n${said.join('\n')}\n`;
    document.body.append(result);
});
