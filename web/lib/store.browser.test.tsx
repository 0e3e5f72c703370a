import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { createStore } from './store.ts'

const store = createStore(new Map([['a', 1]]))
let rendered = 0

function Part() {
  rendered++
  return <p>{store.useValue((map) => map.get('a'))}</p>
}

const Size = () => <p>{store.useValue((map) => map.size)} in total</p>

test('a component subscribes to a part of a store’s value, and is not rendered again when other parts change', async () => {
  const screen = await render(<Part />)
  const size = await render(<Size />)
  store.set(new Map([...store.get(), ['b', 2]]))
  await expect.element(size.getByText('2 in total')).toBeVisible()
  expect(rendered).toBe(1)
  store.set(store.get().set('a', 5))
  await expect.element(screen.getByText('5', { exact: true })).toBeVisible()
})
