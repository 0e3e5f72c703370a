import { useSearchParams } from 'react-router'
import { Options } from '#web/admin/kit/form/options.tsx'
import { withParam } from './search-box.tsx'

/** Select element for a list filter that is stored in the URL. `all` is the label of the option without a filter. */
export function FilterSelect({
  name,
  label,
  all,
  options,
}: {
  name: string
  label: string
  all: string
  options: readonly (readonly [value: string, label: string])[]
}) {
  const [params, setParams] = useSearchParams()
  return (
    <select
      aria-label={label}
      value={params.get(name) ?? ''}
      onChange={(event) => {
        const { value } = event.target
        setParams((old) => withParam(old, name, value))
      }}
      className="select-arrow min-h-11 min-w-0 grow basis-32 truncate sm:max-w-56 sm:basis-auto rounded-control border border-edge bg-white py-2 pr-10 pl-3 text-base hover:border-ink"
    >
      <option value="">{all}</option>
      <Options options={options} />
    </select>
  )
}
