// Calls to the service's API, as any program makes them; what it refuses is thrown with its own sentence.

export class ApiError extends Error {
  constructor(status, said = {}) {
    super(said.message || "The service did not answer.");
    this.status = status;
    this.clause = said.clause || "";
    this.book = said.book || "";
    this.code = said.code || "";
  }
}

const OFFLINE = { message: "The service cannot be reached at the moment.", code: "unreachable" };

async function call(method, path, body) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const options = { method, headers, credentials: "same-origin", cache: "no-store" };
  if (body !== undefined) options.body = JSON.stringify(body);
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new ApiError(0, OFFLINE);
  }
  const text = await answer.text();
  let said = null;
  try { said = text ? JSON.parse(text) : null; } catch { /* not ours: a proxy's page */ }
  if (answer.ok) return said;
  // The frame says so and offers to log in again; what is live on the page stops by itself.
  if (answer.status === 401) window.dispatchEvent(new CustomEvent("cutcard-logged-out"));
  throw new ApiError(answer.status, said?.error);
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}) => call("POST", path, body);
export const put = (path, body = {}) => call("PUT", path, body);
export const del = (path) => call("DELETE", path);

// What the page's handler gave as `data`, or null.
export function pageData() {
  const element = document.getElementById("data");
  return element ? JSON.parse(element.textContent) : null;
}

// A sentence of the service as a sentence on the page: it begins with a capital and ends with a point.
export function sentence(text) {
  if (!text) return "";
  const capital = text[0].toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
