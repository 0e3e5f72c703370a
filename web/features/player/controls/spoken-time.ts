import { pluralize } from '#web/lib/plural.ts'

/** Seconds in words, for the slider's value in screen readers: “1 minute 5 seconds”. */
export function formatSpokenTime(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const parts = { hour: Math.floor(whole / 3600), minute: Math.floor((whole % 3600) / 60), second: whole % 60 }
  const spoken = Object.entries(parts).flatMap(([unit, count]) => (count > 0 ? [pluralize(count, unit)] : []))
  return spoken.join(' ') || '0 seconds'
}
