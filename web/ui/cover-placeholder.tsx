import { classNames } from '#web/lib/class-names.ts'

/**
 * Placeholder for a missing cover with the item's title, which is omitted where it would be cut off. Without a label, the placeholder is
 * hidden from screen readers. A square cover has room for fewer lines.
 */
export function CoverPlaceholder({
  title,
  by,
  label,
  color,
  square = false,
}: {
  title: string
  by: string
  label: string
  color: string
  square?: boolean
}) {
  return (
    <div
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={classNames('flex size-full flex-col p-[9%] pl-[12%] text-moon', color)}
    >
      <span aria-hidden className="block h-px w-1/3 bg-lamp-2" />
      <span
        aria-hidden
        dir="auto"
        className={classNames(
          square ? 'line-clamp-4' : 'line-clamp-5',
          '@max-[5rem]:hidden mt-[9%] shrink-0 font-medium font-serif text-[clamp(0.875rem,11cqi,2rem)] leading-title tracking-title [overflow-wrap:anywhere]',
        )}
      >
        {title}
      </span>
      <span
        aria-hidden
        dir="auto"
        className={classNames(
          square ? 'line-clamp-1' : 'line-clamp-2',
          'mt-auto pt-2 font-semibold @max-[8rem]:hidden text-[clamp(0.75rem,5.5cqi,0.95rem)] [overflow-wrap:anywhere]',
        )}
      >
        {by}
      </span>
    </div>
  )
}
