// The library that draws the live parts, in one import: Preact, its hooks, and htm bound to it.
import htm from "./vendor/htm.js";
import { Component, Fragment, createContext, h, render } from "./vendor/preact.js";

export const html = htm.bind(h);
export { Component, Fragment, createContext, h, render };
export {
  useCallback, useContext, useEffect, useErrorBoundary, useId, useLayoutEffect, useMemo, useReducer, useRef, useState,
} from "./vendor/hooks.js";
