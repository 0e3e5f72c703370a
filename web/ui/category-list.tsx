import { TextLink } from './text-link.tsx'

export function CategoryList({ categories }: { categories: { text: string; to?: string }[] }) {
  return (
    <ul aria-label="Categories" className="mt-6 flex flex-wrap gap-x-6 gap-y-1 text-base">
      {categories.map(({ text, to }) => (
        <li key={text} dir="auto" className="flex min-h-11 items-center [overflow-wrap:anywhere]">
          {to ? <TextLink to={to}>{text}</TextLink> : <span className="text-soft">{text}</span>}
        </li>
      ))}
    </ul>
  )
}
