import { QwcHotReloadElement, html, css } from 'qwc-hot-reload-element';
import { connectionState } from 'connection-state';
import { JsonRpc } from 'jsonrpc';
import '@vaadin/button';
import '@vaadin/progress-bar';
import '@qomponent/qui-badge';

export { html, css };

/** A page that loads itself again when something has happened to a task, and says what went wrong. */
export class LocalTaskPage extends QwcHotReloadElement {

    /** How often it loads itself in any case, in ms: not all that changes is something that happens to a task. */
    static period = 5000;

    static properties = {
        _loaded: { state: true },
        _loadError: { state: true },
        _actionError: { state: true }
    };

    static styles = css`
        :host { display: block; height: 100%; overflow: auto; padding: 0 1em 1em; }
        table { border-collapse: collapse; width: 100%; font-size: var(--lumo-font-size-s); }
        th { text-align: left; color: var(--lumo-secondary-text-color); font-weight: normal; white-space: nowrap; }
        th, td { padding: 0.4em 0.8em 0.4em 0; border-bottom: 1px solid var(--lumo-contrast-10pct); vertical-align: top; }
        td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
        td.text { overflow-wrap: anywhere; }
        .quiet { color: var(--lumo-secondary-text-color); }
        .error { color: var(--lumo-error-text-color); overflow-wrap: anywhere; }
        .bar { display: flex; flex-wrap: wrap; gap: 0.5em; align-items: baseline; padding: 0.5em 0; }
        vaadin-button { cursor: pointer; }
        pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
        code { font-size: 90%; }
    `;

    jsonRpc = new JsonRpc(this, false);

    connectedCallback() {
        super.connectedCallback();
        this._watch();
        this._timer = setInterval(() => {
            if (connectionState.current.isConnected) {
                this.reload();
            }
        }, this.constructor.period);
    }

    disconnectedCallback() {
        clearInterval(this._timer);
        this._changes?.cancel();
        super.disconnectedCallback();
    }

    /** The connection is there again: what was subscribed to and asked for is not. */
    hotReload() {
        this._changes?.cancel();
        this._loading = false;
        this._watch();
    }

    _watch() {
        this._changes = this.jsonRpc.changes().onNext(() => this.reload());
        this.reload();
    }

    /** One at a time, so that no older answer follows a newer one. */
    async reload() {
        if (this._loading) {
            this._again = true;
            return;
        }
        this._loading = true;
        do {
            this._again = false;
            try {
                Object.assign(this, await this.load());
                this._loaded = true;
                this._loadError = null;
            } catch (e) {
                this._loadError = e;
            }
        } while (this._again);
        this._loading = false;
    }

    /** @return the properties that a subclass shows */
    async load() {
        return {};
    }

    /** Does something, says if it went wrong, and loads the page again. */
    async perform(action) {
        this._actionError = null;
        try {
            await action();
            await this.reload();
        } catch (e) {
            this._actionError = e;
        }
    }

    render() {
        return html`
            ${[this._actionError, this._loadError].filter(Boolean).map(e =>
                html`<p class="error" role="alert">${e.error?.message ?? String(e)}</p>`)}
            ${this._loaded ? this.content()
                : this._loadError ? '' : html`<vaadin-progress-bar indeterminate></vaadin-progress-bar>`}`;
    }
}

/** @return how long ago, or how far ahead, for people */
export function distance(millis) {
    if (millis < 1000) {
        return `${Math.round(millis)} ms`;
    }
    const seconds = millis / 1000;
    if (seconds < 60) {
        return `${Math.round(seconds)} s`;
    }
    return seconds < 3600 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

export function time(iso) {
    return new Date(iso).toLocaleTimeString();
}
