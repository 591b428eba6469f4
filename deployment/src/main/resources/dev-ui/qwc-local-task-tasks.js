import { LocalTaskPage, html, css, time } from './local-task-page.js';
import '@vaadin/text-field';

const STATUSES = ['PENDING', 'CLAIMED', 'FAILED', 'SCHEDULED', 'DEAD', 'CANCELLED', 'SUCCEEDED'];
const REDELIVERABLE = ['FAILED', 'DEAD', 'CANCELLED'];
const CANCELLABLE = ['PENDING', 'CLAIMED', 'FAILED', 'SCHEDULED'];
const WITH_A_NEXT_ATTEMPT = ['FAILED', 'SCHEDULED'];

/** The tasks of one status, and what is in them. */
export class QwcLocalTaskTasks extends LocalTaskPage {

    static styles = [LocalTaskPage.styles, css`
        .content { display: grid; grid-template-columns: max-content 1fr; gap: 0.2em 1em; padding: 0.5em 0 0.5em 1em; }
        button.link { all: unset; cursor: pointer; color: var(--lumo-primary-text-color); }
        button.link:focus-visible { outline: 2px solid var(--lumo-primary-color); }
    `];

    static properties = {
        _counts: { state: true },
        _status: { state: true },
        _tasks: { state: true },
        _next: { state: true },
        _open: { state: true },
        _content: { state: true }
    };

    constructor() {
        super();
        this._status = 'PENDING';
        this._destination = '';
        this._errorText = '';
        this._pages = 1;
    }

    async load() {
        const counts = (await this.jsonRpc.counts()).result;
        if (!this._chosen) {
            // who opens the page wants to see what does not go well
            const first = ['DEAD', 'FAILED', ...STATUSES].find(status => count(counts, status)?.count > 0);
            this._status = first ?? this._status;
            this._chosen = first !== undefined;
        }
        const tasks = [];
        let next = null;
        for (let i = 0; i === 0 || i < this._pages && next; i++) {
            const page = (await this._page(next)).result;
            tasks.push(...page.tasks);
            next = page.next;
        }
        return {
            _counts: counts, _tasks: tasks, _next: next,
            _open: tasks.some(task => task.taskId === this._open) ? this._open : null
        };
    }

    _page(after) {
        return this.jsonRpc.tasks({
            status: this._status, destination: this._destination, error: this._errorText, after
        });
    }

    content() {
        return html`
            <div class="bar" role="tablist">${STATUSES.map(status => this._tab(status))}</div>
            <div class="bar">
                <vaadin-text-field id="destination" placeholder="Destination" clear-button-visible
                    @change="${e => this._filter('_destination', e)}"></vaadin-text-field>
                <vaadin-text-field id="error" placeholder="Text in the last error" clear-button-visible
                    @change="${e => this._filter('_errorText', e)}"></vaadin-text-field>
            </div>
            <table id="tasks">
                <thead><tr>
                    <th>Task</th><th>Name</th><th>Destination</th><th class="number">Attempts</th><th>Next attempt</th>
                    <th>Last error</th><th></th>
                </tr></thead>
                <tbody>${this._tasks.map(task => this._row(task))}</tbody>
            </table>
            ${this._tasks.length === 0 ? html`<p class="quiet">No task is ${this._status.toLowerCase()}.</p>` : ''}
            ${this._next ? html`<vaadin-button @click="${() => this._more()}">More</vaadin-button>` : ''}`;
    }

    _tab(status) {
        const counted = count(this._counts, status);
        return html`<vaadin-button id="status-${status}" role="tab" aria-selected="${status === this._status}"
            theme="small ${status === this._status ? 'primary' : 'tertiary'}"
            @click="${() => this._choose(status)}">${status.toLowerCase()} ${counted?.count}${counted?.more ? '+' : ''}</vaadin-button>`;
    }

    _row(task) {
        const open = this._open === task.taskId;
        return html`
            <tr data-task="${task.taskId}">
                <td class="text"><button class="link" aria-expanded="${open}" @click="${() => this._toggle(task)}">
                    <code>${task.taskId}</code></button></td>
                <td class="text">${task.name}</td>
                <td>${task.destination}</td>
                <td class="number">${task.attempts}</td>
                <td title="${task.nextAttemptTime}">${WITH_A_NEXT_ATTEMPT.includes(task.status) ? time(task.nextAttemptTime) : ''}</td>
                <td class="text error">${task.lastError}</td>
                <td>
                    ${REDELIVERABLE.includes(task.status) ? html`<vaadin-button theme="small" class="redeliver"
                        @click="${() => this.perform(() => this.jsonRpc.redeliver({ taskId: task.taskId }))}">Redeliver</vaadin-button>` : ''}
                    ${CANCELLABLE.includes(task.status) ? html`<vaadin-button theme="small error" class="cancel"
                        @click="${() => this.perform(() => this.jsonRpc.cancel({ taskId: task.taskId }))}">Cancel</vaadin-button>` : ''}
                </td>
            </tr>
            ${open ? html`<tr><td colspan="7">${this._details(task)}</td></tr>` : ''}`;
    }

    _details(task) {
        const content = this._content;
        return html`<div class="content">
            <span class="quiet">Written</span><span>${task.createTime}</span>
            <span class="quiet">Changed</span><span>${task.updateTime}</span>
            <span class="quiet">House number</span><span>${task.houseNumber}</span>
            ${content ? html`
                <span class="quiet">Content type</span><span>${content.contentType}</span>
                <span class="quiet">Headers</span><pre>${lines(content.headers)}</pre>
                <span class="quiet">Target</span><pre>${lines(content.target)}</pre>
                <span class="quiet">Payload${content.base64 ? ' (Base64)' : ''}</span><pre id="payload">${content.payload}</pre>` : ''}
        </div>`;
    }

    async _toggle(task) {
        this._content = null;
        this._open = this._open === task.taskId ? null : task.taskId;
        if (this._open) {
            await this.perform(async () => {
                const content = (await this.jsonRpc.content({ taskId: task.taskId })).result;
                if (this._open === task.taskId) {
                    this._content = content;
                }
            });
        }
    }

    _choose(status) {
        this._chosen = true;
        this._status = status;
        this._fromTheBeginning();
    }

    _filter(property, event) {
        this._chosen = true;
        this[property] = event.target.value;
        this._fromTheBeginning();
    }

    _fromTheBeginning() {
        this._pages = 1;
        this.reload();
    }

    _more() {
        this._pages++;
        this.reload();
    }
}

function count(counts, status) {
    return counts?.find(one => one.status === status);
}

function lines(map) {
    return Object.entries(map ?? {}).map(([name, value]) => `${name}: ${value}`).join('\n');
}

customElements.define('qwc-local-task-tasks', QwcLocalTaskTasks);
