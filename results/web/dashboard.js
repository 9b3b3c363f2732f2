// SPDX-License-Identifier: GPL-2.0
// Draws the charts out of the JSON blocks and filters rows. Pages work without it: tables hold the same data.
'use strict';

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function when(d, i) {
	return d.time ? new Date(d.x[i] * 1000).toISOString().slice(0, 16).replace('T', ' ') : d.x[i] + ' ms';
}

// One sentence about one point, for eyes and for screen readers.
function sentence(d, i) {
	const parts = d.series.map(s => s.y[i] === null ? null : s.name + ' ' + s.y[i]).filter(Boolean);
	const mark = d.marks.indexOf(i);
	return when(d, i) + ': ' + parts.join(', ') + ' ' + d.unit +
		(mark < 0 ? '' : '; change point, ' + d.markLabels[mark]);
}

// Dates as everybody reads them: the hour where all is of a few days, the year where it is of years.
function days(u, ticks) {
	const span = u.scales.x.max - u.scales.x.min, day = 86400;
	const [from, to] = span < 3600 ? [11, 19] : span < 3 * day ? [5, 16] : span < 300 * day ? [5, 10] : [0, 10];
	return ticks.map(t => new Date(t * 1000).toISOString().slice(from, to).replace('T', ' '));
}

// Short numbers: an axis has room for "20k", not for "20,000,000".
function short(u, ticks) {
	const unit = [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']].find(p => Math.max(...ticks.map(Math.abs)) >= 10 * p[0]);
	return ticks.map(t => unit ? +(t / unit[0]).toPrecision(6) + unit[1] : +t.toPrecision(6));
}

// One point alone has no range of its own.
function range(d) {
	const half = d.time ? 43200 : 1;
	return d.x.length > 1 ? {} : { range: [d.x[0] - half, d.x[0] + half] };
}

// Vertical lines where the level changed.
function drawMarks(u, d) {
	const ctx = u.ctx;
	ctx.save();
	ctx.strokeStyle = css('--fail');
	ctx.fillStyle = css('--fg');
	ctx.setLineDash([6, 4]);
	ctx.lineWidth = 2;
	ctx.font = 12 * devicePixelRatio + 'px system-ui, sans-serif';
	d.marks.forEach((at, i) => {
		const x = u.valToPos(d.x[at], 'x', true);
		ctx.beginPath();
		ctx.moveTo(x, u.bbox.top);
		ctx.lineTo(x, u.bbox.top + u.bbox.height);
		ctx.stroke();
		const left = x > u.bbox.left + u.bbox.width / 2;
		ctx.textAlign = left ? 'right' : 'left';
		ctx.fillText(d.markLabels[i], x + (left ? -6 : 6), u.bbox.top + 14 * devicePixelRatio);
	});
	ctx.restore();
}

// Beyond six colours the line is broken as well; so are the limits around a median.
const dash = (d, i) => d.time && i ? [3, 3] : i > 5 ? [8, 4] : undefined;

function options(d, width, hidden) {
	const axis = { stroke: css('--fg'), grid: { stroke: css('--line'), width: 1 }, ticks: { stroke: css('--line') } };
	return {
		width, height: 240,
		tzDate: t => uPlot.tzDate(new Date(t * 1000), 'Etc/UTC'),
		scales: { x: { time: d.time, ...range(d) } },
		legend: { show: false },
		axes: [{ ...axis, values: d.time ? days : undefined, space: 90 }, { ...axis, values: short, label: d.unit, size: 70 }],
		series: [{}].concat(d.series.map((s, i) => ({
			label: s.name, stroke: css('--c' + (1 + i % 6)), width: i ? 1 : 2,
			dash: dash(d, i), show: !hidden[i], points: { show: !i || !d.time, size: 5 },
		}))),
		hooks: { draw: [u => drawMarks(u, d)] },
	};
}

// Which line is which; a click takes one away, so that the small ones can be seen.
function legend(d, state) {
	const list = document.createElement('p');
	list.className = 'legend';
	d.series.forEach((s, i) => {
		const b = document.createElement('button');
		b.type = 'button';
		b.textContent = s.name;
		b.style.setProperty('--line-colour', 'var(--c' + (1 + i % 6) + ')');
		b.classList.toggle('dashed', !!dash(d, i));
		b.setAttribute('aria-pressed', 'true');
		b.addEventListener('click', () => {
			state.hidden[i] = !state.hidden[i];
			b.setAttribute('aria-pressed', String(!state.hidden[i]));
			state.plot.setSeries(i + 1, { show: !state.hidden[i] });
		});
		list.append(b);
	});
	return list;
}

// Arrow keys walk the points, Enter opens the run; the sentence below says where one is.
function keys(box, out, d, state) {
	box.addEventListener('keydown', e => {
		const step = { ArrowLeft: -1, ArrowRight: 1, Home: -d.x.length, End: d.x.length }[e.key];
		if (e.key === 'Enter' && d.links[state.at])
			location.href = d.links[state.at];
		if (step === undefined)
			return;
		e.preventDefault();
		state.at = Math.min(d.x.length - 1, Math.max(0, state.at + step));
		const u = state.plot;
		u.setCursor({ left: u.valToPos(d.x[state.at], 'x'), top: u.over.clientHeight / 2 });
		out.textContent = sentence(d, state.at);
	});
}

function chart(figure) {
	const d = JSON.parse(figure.querySelector('script').textContent);
	const box = figure.querySelector('.plot'), out = document.createElement('p');
	const state = { at: d.x.length - 1, plot: null, hidden: [] };
	if (!d.x.length)
		return;
	out.className = 'readout';
	out.setAttribute('aria-live', 'polite');
	out.textContent = sentence(d, state.at);
	if (d.series.length > 1)
		figure.append(legend(d, state));
	figure.append(out);
	box.tabIndex = 0;
	box.setAttribute('role', 'application');
	box.setAttribute('aria-label', 'Chart of ' + d.label + ' in ' + d.unit + ', ' + d.x.length +
		' points; arrow keys walk them' + (d.links.length ? ', Enter opens the run' : ''));
	const draw = () => {
		box.replaceChildren();
		state.plot = new uPlot(options(d, box.clientWidth, state.hidden), [d.x].concat(d.series.map(s => s.y)), box);
		state.plot.over.addEventListener('mousemove', () => {
			const i = state.plot.cursor.idx;
			if (i !== null && i !== undefined)
				out.textContent = sentence(d, state.at = i);
		});
		state.plot.over.addEventListener('click', () => {
			if (d.links[state.at])
				location.href = d.links[state.at];
		});
	};
	draw();
	keys(box, out, d, state);
	let width = box.clientWidth;
	new ResizeObserver(() => {
		if (box.clientWidth === width)
			return;
		width = box.clientWidth;
		state.plot.setSize({ width, height: 240 });
	}).observe(box);
	matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
}

function filter(input) {
	const rows = document.querySelectorAll('#' + input.dataset.filter + ' tbody tr');
	input.disabled = false;
	input.addEventListener('input', () => {
		const words = input.value.toLowerCase().split(/\s+/);
		rows.forEach(r => { r.hidden = !words.every(w => r.textContent.toLowerCase().includes(w)); });
	});
}

// The log opens where the splat is.
document.querySelectorAll('pre.log').forEach(log => {
	const mark = log.querySelector('mark');
	if (mark)
		log.scrollTop = mark.offsetTop - log.offsetTop - 50;
});
if (typeof uPlot === 'function')
	document.querySelectorAll('figure.chart').forEach(chart);
document.querySelectorAll('input[data-filter]').forEach(filter);
