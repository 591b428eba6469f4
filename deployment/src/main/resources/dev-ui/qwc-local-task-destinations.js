import { LocalTaskPage, html, css, distance } from './local-task-page.js';
import '@vaadin/integer-field';

const LEVELS = { WORKS: 'success', RECOVERING: 'warning', DOWN: 'error', PAUSED: 'contrast' };

/** The destinations, each of which can be broken on purpose. */
export class QwcLocalTaskDestinations extends LocalTaskPage {

    static styles = [LocalTaskPage.styles, css`
        vaadin-integer-field { width: 8em; padding: 0; }
        .break { display: flex; gap: 0.5em; align-items: baseline; white-space: nowrap; }
    `];

    static period = 1000;

    static properties = {
        _destinations: { state: true }
    };

    async load() {
        return { _destinations: (await this.jsonRpc.destinations()).result.filter(isOfInterest) };
    }

    content() {
        if (this._destinations.length === 0) {
            return html`<p class="quiet">This instance sends nothing.</p>`;
        }
        return html`
            <table id="destinations">
                <thead><tr>
                    <th>Destination</th><th>Channel</th><th>State</th><th class="number">In flight</th>
                    <th class="number">At most</th><th class="number">In memory</th><th>Last failure</th><th>Break on purpose</th>
                </tr></thead>
                <tbody>${this._destinations.map(destination => this._row(destination))}</tbody>
            </table>
            <p class="quiet">What is broken here is mended when the application starts again.
                Attempts that fail count, and are repeated as configured.</p>`;
    }

    _row({ status, fault }) {
        return html`<tr data-destination="${status.name}">
            <td>${status.name}</td>
            <td>${status.channel}</td>
            <td><qui-badge small level="${LEVELS[status.state]}"><span class="state">${status.state.toLowerCase()}</span></qui-badge>
                ${status.since ? html`<span class="quiet">for ${distance(Date.now() - Date.parse(status.since))}</span>` : ''}</td>
            <td class="number">${status.inFlight}</td>
            <td class="number">${status.limit}</td>
            <td class="number">${status.waiting}</td>
            <td class="text error">${status.lastFailure}</td>
            <td>
                <div class="break">
                    <vaadin-integer-field class="failures" theme="small" min="0" value="1" aria-label="Attempts that fail"
                        ><span slot="suffix">fail</span></vaadin-integer-field>
                    <vaadin-integer-field class="delay" theme="small" min="0" max="600000" value="0" aria-label="Delay in ms"
                        ><span slot="suffix">ms</span></vaadin-integer-field>
                    <vaadin-button theme="small error" class="apply" @click="${e => this._break(status.name, e)}">Break</vaadin-button>
                    <vaadin-button theme="small" class="mend" ?disabled="${!isBroken(fault)}"
                        @click="${() => this._set(status.name, 0, 0)}">Mend</vaadin-button>
                </div>
                <span class="fault error">${describe(fault)}</span>
            </td>
        </tr>`;
    }

    _break(name, event) {
        const row = event.target.closest('tr');
        this._set(name, Number(row.querySelector('.failures').value), Number(row.querySelector('.delay').value));
    }

    _set(destination, failures, delayMillis) {
        this.perform(() => this.jsonRpc.breakDestination({ destination, failures, delayMillis }));
    }
}

/* Those with a colon stand for targets that messages bring along, which most applications never do. */
function isOfInterest({ status, fault }) {
    return !status.name.includes(':') || status.state !== 'WORKS' || status.inFlight > 0 || status.waiting > 0 || isBroken(fault);
}

function isBroken(fault) {
    return fault.failures > 0 || fault.delayMillis > 0;
}

function describe({ failures, delayMillis }) {
    return [failures > 0 ? `the next ${failures} fail` : null, delayMillis > 0 ? `each waits ${delayMillis} ms` : null]
        .filter(Boolean).join(', ');
}

customElements.define('qwc-local-task-destinations', QwcLocalTaskDestinations);
