/** Whether the next episode plays automatically. */
export function AutoplayCheckbox({ enabled, onChange }: { enabled: boolean; onChange: (enabled: boolean) => void }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-base text-haze">
      <input
        type="checkbox"
        checked={enabled}
        onChange={(event) => onChange(event.target.checked)}
        // Elsewhere in the player space plays and pauses.
        onKeyDown={(event) => event.key === ' ' && event.stopPropagation()}
        className="size-5 shrink-0 accent-lamp-2"
      />
      Play the next by itself
    </label>
  )
}
