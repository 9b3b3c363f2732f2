// SPDX-License-Identifier: GPL-2.0
// Draws the charts out of the JSON blocks and filters rows. Pages work without it: tables hold the same data.
'use strict';

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

function when(d, i) {
	return d.time ? new Date(d.x[i] * 1000).toISOString().slice(0, 10) : d.x[i] + ' ms';
}

// One sentence about one point, for eyes and for screen readers.
function sentence(d, i) {
	const parts = d.series.map(s => s.y[i] === null ? null : s.name + ' ' + s.y[i]).filter(Boolean);
	const mark = d.marks.indexOf(i);
	return when(d, i) + ': ' + parts.join(', ') + ' ' + d.unit +
		(mark < 0 ? '' : '; change point, ' + d.markLabels[mark]);
}

// Dates as everybody reads them.
const days = (u, ticks) => ticks.map(t => new Date(t * 1000).toISOString().slice(5, 10));

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

function options(d, width) {
	const axis = { stroke: css('--fg'), grid: { stroke: css('--line'), width: 1 }, ticks: { stroke: css('--line') } };
	return {
		width, height: 240,
		scales: { x: { time: d.time } },
		legend: { show: false },
		axes: [{ ...axis, values: d.time ? days : undefined }, { ...axis, label: d.unit, size: 70 }],
		series: [{}].concat(d.series.map((s, i) => ({
			label: s.name, stroke: css('--c' + (1 + i % 6)), width: i ? 1 : 2,
			dash: d.time && i ? [3, 3] : undefined, points: { show: !i || !d.time, size: 5 },
		}))),
		hooks: { draw: [u => drawMarks(u, d)] },
	};
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
	const state = { at: d.x.length - 1, plot: null };
	if (!d.x.length)
		return;
	out.className = 'readout';
	out.setAttribute('aria-live', 'polite');
	out.textContent = sentence(d, state.at);
	figure.append(out);
	box.tabIndex = 0;
	box.setAttribute('role', 'application');
	box.setAttribute('aria-label', 'Chart of ' + d.label + ' in ' + d.unit + ', ' + d.x.length +
		' points; arrow keys walk them' + (d.links.length ? ', Enter opens the run' : ''));
	const draw = () => {
		box.replaceChildren();
		state.plot = new uPlot(options(d, box.clientWidth), [d.x].concat(d.series.map(s => s.y)), box);
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

if (typeof uPlot === 'function')
	document.querySelectorAll('figure.chart').forEach(chart);
document.querySelectorAll('input[data-filter]').forEach(filter);
