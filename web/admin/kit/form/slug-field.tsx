import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/field.tsx'

/** Field for the last part of an item's URL. `path` precedes it; `slug` is the stored value. */
export function SlugField({
  path,
  slug,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'label' | 'hint'> & { path: string; slug: string | undefined }) {
  return (
    <TextField
      label={
        <>
          Page address <span className="font-normal text-soft">(optional)</span>
        </>
      }
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="sm:col-span-2"
      hint={
        slug ? (
          <>
            The page is{' '}
            <a href={`${path}/${slug}`} target="_blank" rel="noreferrer" className="text-link">
              {path}/{slug}
            </a>
            . When you change this, links to the old address lead to the new one.
          </>
        ) : (
          `The end of the page’s address, after ${path}/. If empty, it is created from the title.`
        )
      }
      {...field}
    />
  )
}
