/** Options of a select, as values with their labels. */
export function Options({ options }: { options: readonly (readonly [value: string, label: string])[] }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
