/** What the page of a form hands to the form. */
export type FormProps<Item> = {
  /** The item to edit; without one, the form adds one */
  item?: Item | undefined
  /** Address of the list */
  back: string
  onSaved: (item: Item) => void
  /** Someone took the newer version of the item over their own changes. */
  onNewer: (item: Item) => void
  /** The item turned out to be deleted. */
  onGone: () => void
}
