import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { createStore } from './store.ts'

test('a store returns the last value set', () => {
  const store = createStore(1)
  expect(store.get()).toBe(1)
  store.set(2)
  expect(store.get()).toBe(2)
})

test('store listeners are called after each `set`, even with an unchanged value, until they unsubscribe', () => {
  const store = createStore({ count: 1 })
  const [leaving, staying] = [vi.fn(), vi.fn(() => expect(store.get()).toEqual({ count: 2 }))]
  const stop = store.subscribe(leaving)
  store.subscribe(staying)
  store.set({ count: 2 })
  stop()
  store.set(store.get())
  expect(leaving).toHaveBeenCalledTimes(1)
  expect(staying).toHaveBeenCalledTimes(2)
})

test('stores are independent of each other', () => {
  const [first, second] = [createStore('a'), createStore('a')]
  const listener = vi.fn()
  second.subscribe(listener)
  first.set('b')
  expect(second.get()).toBe('a')
  expect(listener).not.toHaveBeenCalled()
})

const text = createStore('initial')
const Text = () => <p>{text.useValue()}</p>
const Length = () => <p>{text.useValue((value) => value.length)}</p>

test('the server renders the initial value of a store', () => {
  text.set('changed')
  expect(renderToString(<Text />)).toBe('<p>initial</p>')
  expect(renderToString(<Length />)).toBe('<p>7</p>')
})
