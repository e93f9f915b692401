// The report of wrong payments: times are shown as the reader's clock has them.
import { showLocalTimes } from "./time.js";

showLocalTimes();
