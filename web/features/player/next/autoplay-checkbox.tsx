/** Whether the next episode begins by itself. */
export function AutoplayCheckbox({ chosen, onChoose }: { chosen: boolean; onChoose: (chosen: boolean) => void }) {
  return (
    <label className="inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-base text-haze">
      <input
        type="checkbox"
        checked={chosen}
        onChange={(event) => onChoose(event.target.checked)}
        // Elsewhere in the player the space bar plays and pauses.
        onKeyDown={(event) => event.key === ' ' && event.stopPropagation()}
        className="size-5 shrink-0 accent-lamp-2"
      />
      Play the next by itself
    </label>
  )
}
