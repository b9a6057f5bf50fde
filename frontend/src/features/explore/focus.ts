/** Pointing at a series, by pointer or keyboard, draws it in colour and the others in grey. */

export type FocusSeries = (series: number | null) => void;

export function focusHandlers(onFocusSeries: FocusSeries, series: number | null) {
  const focus = () => onFocusSeries(series);
  const release = () => onFocusSeries(null);
  return { onPointerEnter: focus, onPointerLeave: release, onFocus: focus, onBlur: release };
}
