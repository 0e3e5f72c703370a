import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import '#web/listening/player/player.css'
import { Button } from './button.tsx'

const emulate = (value: 'active' | 'none') => cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] })
afterEach(() => emulate('none'))

test('in forced-colors mode, buttons have a border and selected buttons are outlined', async () => {
  await emulate('active')
  const { container } = await render(
    <>
      <Button>Save</Button>
      <button type="button" aria-pressed className="bg-ink">
        USD
      </button>
      <button type="button" aria-pressed={false}>
        ZWG
      </button>
    </>,
  )
  const [save, chosen, other] = [...container.querySelectorAll('button')].map((button) => getComputedStyle(button))
  expect(save?.borderTopWidth).toBe('1px')
  expect([chosen?.outlineStyle, other?.outlineStyle]).toEqual(['solid', 'none'])
})

test.each(['select-arrow', 'speed'])('in forced-colors mode, a list of the class %s has the arrow of the browser', async (className) => {
  const { container } = await render(<select className={className} aria-label="Speed" />)
  const list = container.querySelector('select') as HTMLSelectElement
  expect(getComputedStyle(list)).toMatchObject({ appearance: 'none', backgroundImage: expect.stringContaining('svg') })
  await emulate('active')
  expect(getComputedStyle(list)).toMatchObject({ appearance: 'auto', backgroundImage: 'none' })
})
