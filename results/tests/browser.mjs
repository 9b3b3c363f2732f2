// SPDX-License-Identifier: GPL-2.0
/*
 * The dashboard in a real headless Chromium: clicked through from disk and from a server, in the dark, on a
 * phone, without JavaScript, by keyboard; no console error, no request to the outside, no axe-core violation,
 * valid HTML; a hostile console line stays text. Each checker is first shown to find a planted fault.
 *
 *   usage: node browser.mjs MODULES RESULTS-PROGRAM SCREENSHOT-DIR
 */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const [, , modules, program, shots] = process.argv;
const require = createRequire(path.join(path.resolve(modules), 'node_modules', 'x.js'));
const { chromium } = require('playwright-core');
const axeSource = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const { HtmlValidate, FileSystemConfigLoader } = require('html-validate');

let passed = 0, failed = 0;
const problems = [];	// console errors and outside requests of all pages
let origin = 'file://';

async function check(name, fn) {
	const start = Date.now();
	try {
		const why = await fn();
		if (why)
			throw new Error(why);
		console.log(`ok ${++passed + failed} ${name} # ${Date.now() - start} ms`);
	} catch (e) {
		console.log(`not ok ${passed + ++failed} ${name}\n# ${String(e.message).split('\n').slice(0, 12).join('\n# ')}`);
	}
}

const differs = (got, want) => got === want ? '' : `got ${JSON.stringify(got)}, not ${JSON.stringify(want)}`;
const lacks = (text, part) => text.includes(part) ? '' : `no '${part}' in ${JSON.stringify(text.slice(0, 300))}`;

function findBrowser() {
	for (const dir of process.env.PATH.split(':'))
		for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
			if (fs.existsSync(path.join(dir, name)))
				return path.join(dir, name);
	console.error("ERROR: no chromium on PATH; install the Debian package chromium (or run 'make setup')");
	process.exit(3);
}

const tmp = fs.mkdtempSync(path.join(os.tmpdir(), 'dashboard-'));
process.on('exit', () => fs.rmSync(tmp, { recursive: true, force: true }));

// A site out of invented runs whose story gen.h tells.
function site(name, ...gen) {
	const dir = path.join(tmp, name), store = ['--store', path.join(tmp, name + '.db')];
	execFileSync(program, ['gen', ...gen.slice(0, 1), path.join(tmp, name + '-runs'), ...gen.slice(1)]);
	execFileSync(program, ['import', ...store, path.join(tmp, name + '-runs')]);
	if (name === 'story') {
		const night = path.join(tmp, 'night-1');
		fs.mkdirSync(night);
		fs.writeFileSync(path.join(night, 'cells'), '# stackmap night 1\t2026-03-01T02:00:00Z\n' +
			'vm-test\tx86_64\treset\t-\ttcg\tMISSING\t0\t-\tbudget of 600 s used up\n' +
			'vm-test\tx86_64\tbench\t-\ttcg\tPASS\t8\t-\tok\n');
		const rungs = path.join(tmp, 'rungs.txt');
		fs.writeFileSync(rungs, 'rung mutant verdict killed by seconds runs seen\nhost pool-one-short SURVIVED - 9 20 2999-01-01\n');
		const house = fileURLToPath(new URL('../..', import.meta.url));
		const files = dir => fs.readdirSync(path.join(house, dir)).filter(f => /\.(txt|patch)$/.test(f)).map(f => path.join(house, dir, f));
		execFileSync(program, ['import', ...store, night, rungs, ...files('docs/mutants'), ...files('patches/mutants')]);
	}
	execFileSync(program, ['dashboard', dir, ...store, '--vendor', path.join(modules, 'node_modules/uplot'), '--pages', '45']);
	return dir;
}

const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
	'--disable-background-networking', '--disable-component-update', '--disable-sync'];

const browser = await chromium.launch({ executablePath: findBrowser(), headless: true, args: flags });

async function open(options = {}) {
	const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
	const page = await context.newPage();
	// a slow machine is no defect of the page
	page.setDefaultTimeout(120000);
	page.on('console', m => { if (m.type() === 'error' || m.type() === 'warning') problems.push(`${m.type()}: ${m.text()} at ${page.url()}`); });
	page.on('pageerror', e => problems.push(`exception: ${e.message} at ${page.url()}`));
	page.on('dialog', d => { problems.push(`dialog: ${d.message()}`); d.dismiss(); });
	page.on('request', r => { if (!r.url().startsWith(origin) && !r.url().startsWith('data:')) problems.push(`outside request: ${r.url()}`); });
	return { context, page };
}

async function violations(page) {
	const r = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false }));
	return r.violations.map(v => `${v.id}: ${v.nodes[0].html.slice(0, 120)} (${v.nodes.length})`).join('\n');
}

const first = (dir, sub, part) => sub + '/' + fs.readdirSync(path.join(dir, sub)).filter(f => f.includes(part)).sort().pop();

const story = site('story', '1200', '--mutants');
const hostile = site('hostile', '40', '--first', '700', '--hostile');
const kinds = ['index.html', 'runs.html', 'trends.html', 'kill.html', 'bench.html', first(story, 'run', 'arm64-reset'),
	first(story, 'metric', 'get_id_hit_time'), first(story, 'compare', 'arm64-reset')];
const url = (dir, page) => 'file://' + path.join(dir, page);
fs.mkdirSync(shots, { recursive: true });

const { context, page } = await open();

await check('checkers find planted faults', async () => {
	await page.setContent('<html><body><img src="data:,"><script>console.error("planted"); nothing();</script></body></html>');
	await page.evaluate(axeSource);
	const found = await violations(page);
	const heard = problems.splice(0).join('\n');
	const loader = new FileSystemConfigLoader({ root: true, extends: ['html-validate:standard'] });
	const report = await new HtmlValidate(loader).validateString('<p><div></div></p><b id="a"></b><i id="a"></i>');
	return lacks(found, 'image-alt') || lacks(heard, 'planted') || lacks(heard, 'nothing is not defined') ||
		(report.valid ? 'html-validate said nothing' : '');
});

await check('matrix: squares, failing since, flaky, missing, fixed', async () => {
	await page.goto(url(story, 'index.html'));
	await page.screenshot({ path: path.join(shots, 'matrix.png') });
	const text = await page.locator('main').innerText();
	return differs(await page.locator('tbody td svg.spark').count(), 20) ||
		lacks(text, 'failing since 2026-01-31') || lacks(text, 'last good 2026-01-30') ||
		(/flaky: \d+ of 20 failed/.test(text) ? '' : 'no flaky n of m') ||
		lacks(text, 'missing from night night-1: budget of 600 s used up') || lacks(text, 'never passed');
});

await check('click: square to run, splat marked, to comparison and back', async () => {
	await page.getByRole('link', { name: /FAIL, newest run of arm64 reset/ }).click();
	const marked = await page.locator('pre.log mark').allInnerTexts();
	const why = lacks(marked.join('\n'), 'KASAN: slab-use-after-free') || differs(marked.length, 5) ||
		lacks(await page.locator('main').innerText(), 'make vm-test ARCH=arm64 SCENARIO=reset');
	const lines = page.locator('.legend button');
	await lines.first().click();
	const shown = await lines.evaluateAll(all => all.map(b => b.getAttribute('aria-pressed')));
	await page.screenshot({ path: path.join(shots, 'run.png') });
	await page.getByRole('link', { name: 'compared with the last good run' }).click();
	const text = await page.locator('main').innerText();
	await page.screenshot({ path: path.join(shots, 'compare.png') });
	await page.getByRole('link', { name: 'Matrix', exact: true }).click();
	return why || (shown[0] === 'false' && shown[1] === 'true' ? '' : `legend: ${shown}`) ||
		lacks(text, 'WORSE') || lacks(text, 'reset/reset') || lacks(await page.title(), 'Matrix');
});

await check('trends: chart drawn, change points with units', async () => {
	await page.getByRole('link', { name: 'Trends' }).click();
	const list = await page.locator('main').innerText();
	await page.getByRole('link', { name: 'get_id_hit_time' }).click();
	await page.waitForSelector('canvas');
	const section = page.locator('section', { hasText: 'x86_64 bench' });
	const ink = await section.locator('canvas').evaluate(c =>
		c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v));
	await section.scrollIntoViewIfNeeded();
	await page.screenshot({ path: path.join(shots, 'trend.png') });
	return lacks(list, '411 to 418 WORSE') || (ink ? '' : 'the canvas is empty') ||
		lacks(await section.innerText(), 'WORSE') || lacks(await section.innerText(), ' ns ');
});

await check('keyboard: skip link, chart walked by arrows, Enter opens the run', async () => {
	await page.goto(url(story, kinds[6]));
	await page.keyboard.press('Tab');
	const skip = await page.evaluate(() => document.activeElement.textContent);
	const plot = page.locator('.plot').first(), readout = page.locator('.readout').first();
	await plot.focus();
	const before = await readout.innerText();
	await page.keyboard.press('ArrowLeft');
	const after = await readout.innerText();
	await page.keyboard.press('Enter');
	await page.waitForURL(/run\//);
	return differs(skip, 'Skip to content') || (before === after ? 'the arrow did nothing' : '');
});

await check('filter narrows the table of runs', async () => {
	await page.goto(url(story, 'runs.html'));
	await page.fill('#filter', 'riscv64 unresolved');
	const [shown, wrong] = await page.evaluate(() => {
		const rows = [...document.querySelectorAll('#runs tbody tr')].filter(r => !r.hidden);
		return [rows.length, rows.filter(r => !r.textContent.includes('UNRESOLVED')).length];
	});
	return shown && !wrong ? '' : `${shown} rows, ${wrong} of them wrong`;
});

await check('kill matrix: the committed records, a survivor stands out, a run of a mutant is linked', async () => {
	await page.goto(url(story, 'kill.html'));
	const row = name => page.locator('#kills tr', { has: page.locator('th', { hasText: new RegExp(`^${name}`) }) });
	const killed = await row('reset-no-grace-period').innerText();
	const alive = await row('pool-one-short').innerText();
	await page.fill('#filter', 'survived');
	const left = await page.evaluate(() => [...document.querySelectorAll('#kills tbody tr')].filter(r => !r.hidden).length);
	await page.getByRole('region', { name: 'Runs with something planted' }).getByRole('link', { name: 'FAIL' }).first().click();
	return lacks(killed, 'killed') || lacks(killed, 'window.reset_waits') || lacks(killed, 'grace period') ||
		lacks(alive, 'SURVIVED') || differs(left, 1) || lacks(await page.title(), 'mutant-');
});

await check('hostile lines stay text', async () => {
	for (const p of ['index.html', 'runs.html', first(hostile, 'run', 'arm64-reset'), first(hostile, 'compare', 'arm64-reset')]) {
		await page.goto(url(hostile, p));
		await page.waitForTimeout(50);
		const title = await page.title(), injected = await page.locator('img, main script:not([type])').count();
		if (title.includes('owned') || injected)
			return `${p}: title '${title}', ${injected} injected elements`;
	}
	await page.goto(url(hostile, first(hostile, 'run', 'arm64-reset')));
	return lacks(await page.locator('pre.log').first().innerText(), "</script><script>document.title='owned'");
});

// Wide by day, narrow by night: colours and layout are all that can differ, the page is loaded once.
async function look(p) {
	// the rows are alike: the short list of runs will do
	await page.goto(url(p === 'runs.html' ? hostile : story, p));
	await page.evaluate(axeSource);
	for (const [scheme, width] of [['light', 1200], ['dark', 360]]) {
		await page.emulateMedia({ colorScheme: scheme });
		await page.setViewportSize({ width, height: 800 });
		const found = await violations(page);
		const wide = await page.evaluate(() => document.scrollingElement.scrollWidth);
		await page.screenshot({ path: path.join(shots, `${scheme}-${p.replace(/\W/g, '-').slice(0, 20)}.png`) });
		if (found || wide > width)
			return `${scheme}, ${width} px: ${found || `the page is ${wide} px wide`}`;
	}
	return '';
}

for (const p of kinds)
	await check(`axe-core: no violation, no sideways scroll: ${p}`, () => look(p));
await context.close();

await check('without JavaScript the tables are there', async () => {
	const { context, page } = await open({ javaScriptEnabled: false });
	await page.goto(url(story, kinds[6]));
	const text = await page.locator('main').innerText();
	await page.locator('details summary').first().click();
	const rows = await page.locator('details[open] tbody tr').count();
	await page.goto(url(story, 'runs.html'));
	const filter = await page.locator('#filter').isVisible();
	await context.close();
	return lacks(text, 'The chart needs JavaScript') || (rows > 40 ? '' : `${rows} rows`) || (filter ? 'a dead filter is shown' : '');
});

await check('the same from a web server', async () => {
	const types = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript' };
	const server = createServer((q, r) => {
		const file = path.join(story, decodeURIComponent(q.url.split('?')[0]));
		if (!file.startsWith(story) || !fs.existsSync(file))
			return r.writeHead(404).end();
		r.writeHead(200, { 'content-type': types[path.extname(file)] }).end(fs.readFileSync(file));
	}).listen(0, '127.0.0.1');
	await new Promise(done => server.once('listening', done));
	origin = `http://127.0.0.1:${server.address().port}/`;
	const { context, page } = await open();
	await page.goto(origin + 'index.html');
	await page.getByRole('link', { name: 'Trends' }).click();
	await page.getByRole('link', { name: 'get_id_hit_time' }).click();
	await page.waitForSelector('canvas');
	await context.close();
	server.close();
	return '';
});

await check('no console error, no outside request, all along', () => problems.join('\n'));

await check('HTML is valid', async () => {
	const config = JSON.parse(fs.readFileSync(new URL('../web/htmlvalidate.json', import.meta.url)));
	const validator = new HtmlValidate(new FileSystemConfigLoader(config));
	const files = kinds.map(p => path.join(story, p)).concat(path.join(hostile, first(hostile, 'run', 'arm64-reset')), path.join(hostile, 'runs.html'));
	for (const file of files) {
		const report = await validator.validateString(fs.readFileSync(file, 'utf8'), file);
		if (!report.valid)
			return report.results[0].messages.slice(0, 8).map(m => `${path.basename(file)}:${m.line} ${m.ruleId}: ${m.message}`).join('\n');
	}
	return '';
});

await check('every link leads to a file', () => {
	const all = ['', 'run', 'metric', 'compare'].flatMap(d => fs.readdirSync(path.join(story, d)).filter(f => f.endsWith('.html')).map(f => path.join(d, f)));
	for (const p of all)
		for (const m of fs.readFileSync(path.join(story, p), 'utf8').matchAll(/ (?:href|src)="([^"#]+)"|"(\.\.\/run\/[^"]+)"/g)) {
			const to = m[1] || m[2];
			if (!to.startsWith('data:') && !fs.existsSync(path.join(story, path.dirname(p), to)))
				return `${p}: ${to}`;
		}
	return all.length > 900 ? '' : `${all.length} pages`;
});

await browser.close();
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed ? 1 : 0;
