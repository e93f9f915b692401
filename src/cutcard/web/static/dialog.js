// A dialog over the page: the browser's own element, so that focus stays inside, Escape closes it, and focus returns.
import { html, useEffect, useId, useRef } from "./html.js";

export function Dialog({ title, onClose, children, className = "" }) {
  const element = useRef(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    element.current.showModal();
    return () => { if (before instanceof HTMLElement && before.isConnected) before.focus(); };
  }, []);
  const outside = (event) => { if (event.target === element.current) element.current.close(); };
  return html`<dialog ref=${element} class="cc-dialog ${className}" aria-labelledby=${heading} onClose=${onClose} onClick=${outside}>
    <div class="cc-dialog-head">
      <h2 id=${heading}>${title}</h2>
      <button type="button" class="cc-close" aria-label="Close" onClick=${() => element.current.close()}>×</button>
    </div>
    <div class="cc-dialog-body" tabindex="0">${children}</div>
  </dialog>`;
}
