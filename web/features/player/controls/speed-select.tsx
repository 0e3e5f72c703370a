import { SPEEDS } from '#web/features/player/playback/speeds.ts'

/** The playback speed, as a native select. */
export function SpeedSelect({ speed, onChoose }: { speed: number; onChoose: (speed: number) => void }) {
  return (
    <label className="inline-flex items-center gap-2 text-base text-haze">
      <span className="max-sm:sr-only">Speed</span>
      <select
        value={speed}
        onChange={(event) => onChoose(Number(event.target.value))}
        className="min-h-11 rounded-control bg-white/10 px-3 font-semibold text-moon tabular-nums ring-1 ring-white/30 ring-inset hover:ring-white/70 [&>option]:text-ink"
      >
        {SPEEDS.map((value) => (
          <option key={value} value={value}>
            {value}×
          </option>
        ))}
      </select>
    </label>
  )
}
