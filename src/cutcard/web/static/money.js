// Cents as people read them, exactly as `cutcard.money.priced` writes them: $1,000, −$2.50, $0.07.
export function money(cents) {
  const whole = Math.floor(Math.abs(cents) / 100).toLocaleString("en-AU");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
}

// What was won or lost: +$15, −$10, ±$0.
export function gain(cents) {
  if (!cents) return "±$0";
  return cents < 0 ? money(cents) : `+${money(cents)}`;
}

// Dollars that somebody has typed, in cents; nothing typed is nothing.
export const cents = (text) => Math.round(Number(text || 0) * 100);
