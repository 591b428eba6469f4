import { LocalTaskPage, html, css } from './local-task-page.js';
import '@vaadin/integer-field';
import '@vaadin/select';
import '@vaadin/text-area';
import '@vaadin/text-field';

/** A form that places test tasks. */
export class QwcLocalTaskSend extends LocalTaskPage {

    static styles = [LocalTaskPage.styles, css`
        form { display: flex; flex-direction: column; gap: 0.5em; max-width: 50em; }
        vaadin-text-area { min-height: 10em; font-family: monospace; }
        vaadin-button { align-self: flex-start; }
    `];

    static properties = {
        _destinations: { state: true },
        _sent: { state: true }
    };

    hotReload() {
        this._destinations = null;
        super.hotReload();
    }

    async load() {
        if (this._destinations) {
            return {};
        }
        const destinations = (await this.jsonRpc.destinations()).result;
        return {
            // those with a colon stand for targets that messages bring along
            _destinations: destinations.map(({ status }) => status.name).filter(name => !name.includes(':'))
                .map(name => ({ label: name, value: name }))
        };
    }

    content() {
        return html`
            <form @submit="${e => e.preventDefault()}">
                <vaadin-select id="to" label="Destination" .items="${this._destinations}"
                    .value="${this._destinations[0]?.value ?? ''}"></vaadin-select>
                <vaadin-text-field id="type" label="Content type" value="application/json"></vaadin-text-field>
                <vaadin-text-area id="payload" label="Payload" value='{"test": true}'></vaadin-text-area>
                <vaadin-integer-field id="count" label="How many" min="1" max="1000" value="1" step-buttons-visible
                    ></vaadin-integer-field>
                <vaadin-button id="send" theme="primary" @click="${() => this._send()}">Send</vaadin-button>
            </form>
            <p id="sent" role="status">${this._sent ? html`Written: <code>${this._sent}</code>` : ''}</p>`;
    }

    _send() {
        const value = id => this.renderRoot.getElementById(id).value;
        this.perform(async () => {
            this._sent = null;
            this._sent = (await this.jsonRpc.send({
                destination: value('to'), contentType: value('type'), payload: value('payload'), count: Number(value('count'))
            })).result;
        });
    }
}

customElements.define('qwc-local-task-send', QwcLocalTaskSend);
