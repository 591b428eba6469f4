import { LocalTaskPage, html, distance, time } from './local-task-page.js';

/** The shards: what they scan, when they did and when they will. */
export class QwcLocalTaskShards extends LocalTaskPage {

    static period = 1000;

    static properties = {
        _shards: { state: true }
    };

    async load() {
        return { _shards: (await this.jsonRpc.shards()).result };
    }

    content() {
        if (this._shards.length === 0) {
            return html`<p class="quiet">This instance scans nothing.</p>`;
        }
        return html`
            <table id="shards">
                <thead><tr>
                    <th>Shard</th><th>House numbers</th><th>Schedule</th><th>Last scan</th><th class="number">Found</th><th>Next</th>
                </tr></thead>
                <tbody>${this._shards.map(shard => html`<tr data-shard="${shard.name}">
                    <td>${shard.name}</td>
                    <td>${shard.houses}</td>
                    <td><code>${shard.schedule}</code></td>
                    <td>${!shard.running ? html`<span class="quiet">not scanned here</span>`
                        : shard.lastScanMillis === undefined ? html`<span class="quiet">not yet</span>`
                        : `${distance(shard.lastScanMillis)} ago`}</td>
                    <td class="number">${shard.found}</td>
                    <td>${shard.next ? time(shard.next) : ''}</td>
                </tr>`)}</tbody>
            </table>`;
    }
}

customElements.define('qwc-local-task-shards', QwcLocalTaskShards);
