// Calls to the service's API, as any program makes them; what it refuses is thrown with its own sentence.

const PASSING = [0, 429, 502, 503, 504]; // not reached, too many at once, busy, stopping or starting

export class ApiError extends Error {
  constructor(status, said = {}, wait = 0) {
    super(said.message || "The service did not answer.");
    this.status = status;
    this.wait = wait; // seconds until the service wants to be asked again
    this.clause = said.clause || "";
    this.book = said.book || "";
    this.code = said.code || "";
  }

  // Whether the same call may well succeed a little later.
  get passes() { return PASSING.includes(this.status); }
}

const OFFLINE = { message: "The service cannot be reached at the moment.", code: "unreachable" };

async function call(method, path, body, signal) {
  const headers = body === undefined ? {} : { "Content-Type": "application/json" };
  const options = { method, headers, credentials: "same-origin", cache: "no-store", signal };
  if (body !== undefined) options.body = JSON.stringify(body);
  let answer, text;
  try {
    answer = await fetch(path, options);
    text = await answer.text(); // which may be cut off as well
  } catch {
    throw new ApiError(0, OFFLINE);
  }
  let said = null, ours = true;
  try { said = text ? JSON.parse(text) : null; } catch { ours = false; /* a proxy's page */ }
  if (answer.ok && ours) return said;
  if (answer.ok) throw new ApiError(0, OFFLINE);
  // The frame says so and offers to log in again; what is live on the page stops by itself.
  if (answer.status === 401) window.dispatchEvent(new CustomEvent("cutcard-logged-out"));
  throw new ApiError(answer.status, said?.error, Number(answer.headers.get("Retry-After")) || 0);
}

// `signal` takes the call back.
export const get = (path, signal) => call("GET", path, undefined, signal);
export const post = (path, body = {}, signal) => call("POST", path, body, signal);
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
