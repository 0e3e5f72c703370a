/** Seconds in words, for the slider's value in screen readers: “1 minute 5 seconds”. */
export function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = [
    count(Math.floor(whole / 3600), 'hour'),
    count(Math.floor((whole % 3600) / 60), 'minute'),
    count(whole % 60, 'second'),
  ].filter(Boolean)
  return parts.join(' ') || '0 seconds'
}

function count(number: number, unit: string) {
  return number > 0 && `${number} ${unit}${number === 1 ? '' : 's'}`
}
