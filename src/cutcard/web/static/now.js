// The service's time, a second at a time, by how far its clock was from this machine's when it last said so.
import { useEffect, useRef, useState } from "./html.js";

export function useNow(said) {
  const [, tick] = useState(0);
  const skew = useRef(said - Date.now());
  useEffect(() => { skew.current = said - Date.now(); }, [said]);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return Date.now() + skew.current;
}
