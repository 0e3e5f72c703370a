import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import { sceneOf } from '#contracts/site/picture-scene.ts'
import { Hero } from './hero.tsx'
import { SectionTitle } from './section-title.tsx'
import { ServiceCard } from './service-card.tsx'

const render = (node: ReactNode) => renderToStaticMarkup(<MemoryRouter>{node}</MemoryRouter>)
const drawing = { width: 4, height: 3, avif: [{ src: '/a.avif', width: 4 }], webp: [{ src: '/a.webp', width: 4 }] }

describe('a hero', () => {
  const words = { title: 'Wisdom', lines: ['One line', 'another line'] as [string, string] }

  test('a hero has a title, two lines, a background and the dark overlay by default, and no buttons', () => {
    const html = render(<Hero {...words} image={{ wide: drawing, tall: drawing }} />)
    for (const text of ['Wisdom', 'One line', 'another line', '/a.webp', 'data-overlay']) expect(html).toContain(text)
    expect(html).not.toContain('<a')
  })

  test('a hero accepts a primary and a secondary button, and can omit the overlay', () => {
    const html = render(
      <Hero {...words} overlay={false} primary={{ text: 'Read', to: '/one' }} secondary={{ text: 'Listen', to: '/two' }} />,
    )
    expect(html).toMatch(/href="\/one"[^>]*>Read<.*href="\/two"[^>]*>Listen</)
    expect(html).not.toContain('data-overlay')
  })
})

describe('a hero with a picture that the site owner uploaded', () => {
  const words = { title: 'Wisdom', lines: ['One line', 'another line'] as [string, string] }
  const picture = {
    width: 1600,
    height: 900,
    focus: 'left' as const,
    id: 'a',
    sources: [{ type: 'image/webp' as const, width: 640, path: 'a.webp' }],
  }

  test.each([
    ['bright', 1, 'opacity:0.43'],
    ['medium', 0.8, 'opacity:0.28'],
    ['dark', 0.5, undefined],
  ])('that is %s has the overlay that it needs, and its own visible part on phones too', (_name, brightness, overlay) => {
    const html = render(<Hero {...words} image={sceneOf({ ...picture, brightness }, (key) => `/media/${key}`)} />)
    expect(html).toContain('/media/a.webp 640w')
    expect(html).toContain('--scene-position:left')
    expect(html).not.toContain('object-right')
    if (overlay) expect(html).toContain(overlay)
    else expect(html).not.toContain('bg-black')
  })
})

describe('a section title', () => {
  test.each([
    ['left', 'text-left'],
    ['center', 'text-center'],
    ['right', 'text-right'],
  ] as const)('is aligned %s, including its subtitle', (align, look) => {
    const html = render(<SectionTitle title="Books" subtitle="All of them" align={align} />)
    expect(html.split(look)).toHaveLength(3)
  })

  test('a section title is dark and left-aligned by default, and needs no subtitle', () => {
    expect(render(<SectionTitle title="Books" />)).toMatch(/<h2[^>]*text-left[^>]*>Books<\/h2><\/div>/)
    expect(render(<SectionTitle title="Books" />)).not.toContain('text-moon')
    expect(render(<SectionTitle title="Books" light />)).toContain('text-moon')
  })
})

test('a service card has a title, a description, an icon and a Learn More link', () => {
  const drawing = { width: 5, height: 3, avif: [{ src: '/a.avif', width: 5 }], webp: [{ src: '/a.webp', width: 5 }] }
  const html = render(
    <ServiceCard title="Bibles" description="In the languages of home" icon={<svg />} drawing={drawing} to="/bookshop?q=Bible" />,
  )
  for (const part of ['Bibles', 'In the languages of home', '<svg', '/a.avif', 'href="/bookshop?q=Bible"', 'Learn More'])
    expect(html).toContain(part)
})
