import { afterEach, expect, test } from 'vitest'
import { cdp } from 'vitest/browser'
import { render } from 'vitest-browser-react'
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
