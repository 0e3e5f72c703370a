/** The props that a form gets from its page. */
export type FormProps<Item> = {
  /** The item to edit; without one, the form adds one */
  item?: Item | undefined
  /** URL of the list */
  back: string
  onSaved: (item: Item) => void
  /** The newer version was taken, and the changes dropped */
  onNewer: (item: Item) => void
  /** The item turned out to be deleted */
  onGone: () => void
}
