import type { CSSProperties } from 'react'
import { type BrandColors, DEFAULT_COLORS, paletteOf } from '#contracts/site/palette.ts'
import { classNames } from '#web/lib/class-names.ts'
import { Field } from '#web/ui/field.tsx'

/** Input for a brand color of the site, with a sample of the shades derived from that color. */
export function ColorField({
  name,
  value,
  fallback,
  label,
  hint,
  error,
  onChange,
}: {
  name: string
  value: string
  /** Default color of a new installation */
  fallback: string
  label: string
  hint?: string
  error?: string
  onChange: (event: { target: { value: string } }) => void
}) {
  const color = /^#[0-9a-f]{6}$/i.test(value) ? value : fallback
  const variables = shadesOf(name as keyof BrandColors, color)
  return (
    <Field label={label} hint={hint} {...(error && { error })}>
      {({ className, ...control }) => (
        <div className="flex flex-wrap items-center gap-3">
          <input
            type="color"
            {...control}
            value={color}
            onChange={onChange}
            className="h-12 w-16 rounded-control border border-edge bg-white p-1"
          />
          {/* The text input accepts color codes, which the color pickers of phones don't. */}
          <input
            type="text"
            aria-label={`${label}, code`}
            value={value}
            placeholder={fallback}
            onChange={({ target }) => onChange({ target: { value: completeCode(target.value) } })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(className, 'min-h-12 max-w-32 py-2.5 tabular-nums')}
          />
          <span style={variables} className="flex flex-wrap items-center gap-4 rounded-control bg-night px-4 py-2 text-base text-moon">
            <span className="rounded-control bg-lamp-2 px-3 py-1.5 font-semibold text-[#231a08]">Button</span>
            <span className="font-semibold text-lamp-2 underline">Link</span>
          </span>
          <span style={variables} className="font-semibold text-base text-lamp-deep underline">
            Link
          </span>
        </div>
      )}
    </Field>
  )
}

/** Adds the leading # to a color code that was typed or pasted without it. */
function completeCode(typed: string): string {
  const text = typed.trim()
  return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text
}

/** Returns CSS variables for the shades of one brand color. The sample inherits the shades of the other brand color from the site. */
function shadesOf(name: keyof BrandColors, color: string): CSSProperties {
  const family = name === 'accent' ? 'lamp' : 'night'
  const shades = Object.entries(paletteOf({ ...DEFAULT_COLORS, [name]: color })).filter(([shade]) => shade.startsWith(family))
  return Object.fromEntries(shades.map(([shade, value]) => [`--color-${shade}`, value]))
}
