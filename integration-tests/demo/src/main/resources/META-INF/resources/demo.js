'use strict';

const POLL = 500;
const MAX_DOTS = 44;
const FLIGHT = 750;
const OPEN = ['PENDING', 'CLAIMED', 'FAILED', 'SCHEDULED'];

const $ = id => document.getElementById(id);
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const stage = $('stage');
const known = new Map();
let first = true;
let lastLine = 0;
let rolledBack = 0;

// ---- talking to the application

async function call(path, method) {
  const response = await fetch('/demo' + path, { method: method || 'GET', cache: 'no-store' });
  if (!response.ok) {
    throw new Error('answer ' + response.status);
  }
  const state = await response.json();
  show(state);
  live('on', state.sceneEnd ? 'Live' : 'The scene is playing');
}

async function poll() {
  try {
    await call('');
  } catch (e) {
    live('off', 'The demo has ended');
  }
  setTimeout(poll, document.hidden ? 4 * POLL : POLL);
}

function live(name, text) {
  $('live').className = 'live ' + name;
  $('live').lastElementChild.textContent = text;
}

document.addEventListener('click', event => {
  const button = event.target.closest('[data-post]');
  if (button) {
    call('/' + button.dataset.post, 'POST').catch(e => say('That did not work: ' + e.message));
  }
});

// ---- showing the state

function show(state) {
  showCounts(state.counts);
  showReceiver('erp', 'partner', state.partner, state.partner === 'UP');
  showReceiver('events', 'broker', String(state.brokerUp), state.brokerUp);
  showStory(state.story);
  showDots(state.tasks);
  showTasks(state.tasks);
  animate(state);
  first = false;
}

function showCounts(counts) {
  for (const place of document.querySelectorAll('[data-count]')) {
    place.textContent = counts[place.dataset.count];
  }
  document.querySelector('.verdict').classList.toggle('bad', counts.lost !== 0);
}

function showReceiver(name, choice, value, works) {
  for (const button of document.querySelectorAll(`[data-choice=${choice}] button`)) {
    button.setAttribute('aria-pressed', String(button.dataset.value === value));
  }
  $('node-' + name).classList.toggle('broken', !works);
  $('wire-' + name).classList.toggle('broken', !works);
}

function showStory(lines) {
  const list = $('story');
  const news = lines.filter(line => line.number > lastLine);
  if (lines.length && lines[lines.length - 1].number < lastLine) {
    // the application was restarted under an open page
    list.replaceChildren();
    lastLine = 0;
    return;
  }
  const atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  for (const line of news) {
    const item = document.createElement('li');
    item.className = line.kind;
    item.textContent = line.text.replace('->', '\u2192');
    list.append(item);
    lastLine = line.number;
  }
  while (list.children.length > 60) {
    list.firstElementChild.remove();
  }
  if (atEnd && news.length) {
    list.scrollTop = list.scrollHeight;
  }
  // what a person did, or must know; deliveries are in the list
  const loud = news.filter(line => line.kind !== 'DELIVERED' && line.kind !== 'FAILED').pop();
  if (loud) {
    say(loud.text);
  }
}

function say(text) {
  $('status').textContent = text;
}

function showDots(tasks) {
  const waiting = tasks.filter(task => OPEN.includes(task.status)).reverse();
  const dots = waiting.slice(0, MAX_DOTS).map(task => {
    const old = document.querySelector(`#dots i[data-task="${CSS.escape(task.taskId)}"]`);
    const dot = old || document.createElement('i');
    dot.dataset.task = task.taskId;
    dot.className = task.status;
    return dot;
  });
  if (waiting.length > MAX_DOTS) {
    const more = document.createElement('em');
    more.textContent = '+' + (waiting.length - MAX_DOTS);
    dots.push(more);
  }
  const box = $('dots');
  if (dots.length !== box.children.length || dots.some((dot, i) => box.children[i] !== dot)) {
    box.replaceChildren(...dots);
  }
}

const CELLS = ['order', 'to', 'status-cell', 'attempts', 'next', 'error'];

function showTasks(tasks) {
  const body = document.querySelector('#tasks tbody');
  const rows = new Map([...body.children].map(row => [row.dataset.task, row]));
  tasks.forEach((task, i) => {
    let row = rows.get(task.taskId);
    rows.delete(task.taskId);
    if (!row) {
      row = newRow(task);
    }
    fill(row, task);
    if (body.children[i] !== row) {
      body.insertBefore(row, body.children[i] || null);
    }
  });
  rows.forEach(row => row.remove());
  $('no-tasks').hidden = tasks.length > 0;
  $('tasks').hidden = tasks.length === 0;
}

function newRow(task) {
  const row = document.createElement('tr');
  row.dataset.task = task.taskId;
  for (const name of CELLS) {
    const cell = document.createElement('td');
    cell.className = name;
    row.append(cell);
  }
  const chip = document.createElement('span');
  chip.className = 'chip';
  row.children[2].append(chip);
  row.children[0].textContent = task.order;
  row.children[1].textContent = task.destination;
  if (!first) {
    row.classList.add('new');
    row.addEventListener('animationend', () => row.classList.remove('new'));
  }
  return row;
}

function fill(row, task) {
  const [, , status, attempts, next, error] = row.children;
  row.classList.remove(row.dataset.status);
  row.classList.add(task.status);
  row.dataset.status = task.status;
  status.firstElementChild.textContent = task.status;
  attempts.textContent = task.attempts;
  attempts.classList.toggle('one', task.attempts === 1);
  next.textContent = nextAttempt(task);
  error.textContent = task.lastError || '';
}

function nextAttempt(task) {
  if (task.status === 'PENDING' || task.status === 'CLAIMED') {
    return 'under way';
  }
  if (task.status !== 'FAILED' && task.status !== 'SCHEDULED') {
    return '';
  }
  return task.dueIn > 0 ? `in ${(task.dueIn / 1000).toFixed(1)} s` : 'now';
}

// ---- tasks that move

function animate(state) {
  let flights = 0;
  for (const task of [...state.tasks].reverse()) {
    const before = known.get(task.taskId);
    known.set(task.taskId, task);
    if (first || calm.matches || document.hidden) {
      continue;
    }
    const delivered = task.status === 'SUCCEEDED' && (!before || before.status !== 'SUCCEEDED');
    const tried = task.attempts > (before ? before.attempts : 0);
    const way = before ? Promise.resolve() : fly('commit', 'var(--busy)', false, 70 * flights++);
    if (delivered) {
      way.then(() => fly(task.destination, 'var(--good)'));
    } else if (tried) {
      way.then(() => fly(task.destination, 'var(--wait)', true));
    }
  }
  if (!first && state.counts.rolledBack > rolledBack) {
    rollBack();
  }
  rolledBack = state.counts.rolledBack;
  if (known.size > 1000) {
    const kept = new Set(state.tasks.map(task => task.taskId));
    [...known.keys()].filter(id => !kept.has(id)).forEach(id => known.delete(id));
  }
}

function fly(wire, colour, back, delay) {
  const token = document.createElement('div');
  token.className = 'token';
  token.style.offsetPath = `path("${$('wire-' + wire).getAttribute('d')}")`;
  token.style.background = colour;
  stage.append(token);
  const frames = back
    ? [{ offsetDistance: '0%' }, { offsetDistance: '94%', background: 'var(--bad)', offset: .5 }, { offsetDistance: '0%', background: 'var(--wait)' }]
    : [{ offsetDistance: '0%' }, { offsetDistance: '100%' }];
  const flight = token.animate(frames, { duration: back ? 1.6 * FLIGHT : FLIGHT, easing: 'ease-in-out', delay: delay || Math.random() * 160, fill: 'backwards' });
  return flight.finished.then(() => token.remove());
}

function rollBack() {
  const node = $('node-orders');
  node.classList.add('rolled-back');
  setTimeout(() => node.classList.remove('rolled-back'), 1200);
  if (calm.matches) {
    return;
  }
  const token = document.createElement('div');
  token.className = 'token gone';
  token.style.offsetPath = `path("${$('wire-commit').getAttribute('d')}")`;
  stage.append(token);
  token.animate([{ offsetDistance: '0%', opacity: 1 }, { offsetDistance: '55%', opacity: 1, offset: .5 },
    { offsetDistance: '0%', opacity: 0 }], { duration: 1200, easing: 'ease-in-out' })
    .finished.then(() => token.remove());
}

// ---- wires, from edge to edge of the boxes

function wire() {
  const origin = stage.getBoundingClientRect();
  const box = id => {
    const r = $(id).getBoundingClientRect();
    return { left: r.left - origin.left, right: r.right - origin.left, top: r.top - origin.top, bottom: r.bottom - origin.top,
      x: r.left - origin.left + r.width / 2, y: r.top - origin.top + r.height / 2 };
  };
  const orders = box('node-orders'), tasks = box('node-tasks'), shop = box('shop');
  $('wire-commit').setAttribute('d', `M${orders.right} ${orders.y}L${tasks.left} ${orders.y}`);
  for (const name of ['erp', 'events']) {
    const end = box('node-' + name);
    const beside = end.left > tasks.right;
    const middle = beside ? (tasks.right + end.left) / 2 : (shop.bottom + end.top) / 2;
    $('wire-' + name).setAttribute('d', beside
      ? `M${tasks.right} ${tasks.y}C${middle} ${tasks.y} ${middle} ${end.y} ${end.left} ${end.y}`
      : `M${tasks.x} ${shop.bottom}C${tasks.x} ${middle} ${end.x} ${middle} ${end.x} ${end.top}`);
  }
}

new ResizeObserver(wire).observe(stage);
wire();
poll();
