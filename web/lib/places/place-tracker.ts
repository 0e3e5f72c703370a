/** A place, with the time of the act that led to it, in ms by this browser's clock. Places stored by earlier versions have the time 0. */
export type Acted<Place> = { place: Place; at: number }

/** Returns whether an act is newer than the stored act. A stored act in the future was timed by a wrong clock, and counts as older. */
export function isNewer(at: number, stored: Acted<unknown> | undefined, now: number): boolean {
  return !stored || at >= stored.at || stored.at > now
}

export type PlaceTracker<Place> = ReturnType<typeof createPlaceTracker<Place>>

/**
 * Tracks the place of one tab in one book or episode. Only acts of a person change the place: reading on, playing, seeking, jumping. A view
 * that is laid out again, hidden or closed only calls `save`, which writes nothing unless this tab has an act that is not saved yet, and no
 * other tab has stored a newer one.
 */
export function createPlaceTracker<Place>({
  read,
  write,
  now = Date.now,
}: {
  /** Returns the stored place, which any tab may have written */
  read: () => Acted<Place> | undefined
  /** Stores a place. Returns false if storage is full or denied */
  write: (acted: Acted<Place>) => boolean
  now?: () => number
}) {
  const opened = read()
  let shown = opened?.place
  /** Time of the newest act that this tab knows: its own, or the one whose place it opened at */
  let knownAt = opened?.at ?? Number.NEGATIVE_INFINITY
  let unsaved: Acted<Place> | undefined
  /** Time of the last act of this tab */
  let actedAt: number | undefined

  return {
    /** Place at which this tab opened, or of its last act: the view returns to it after each change of layout. */
    shown: (): Place | undefined => shown,

    /** Called when a person moved to a place. */
    act(place: Place): void {
      shown = place
      knownAt = now()
      actedAt = knownAt
      unsaved = { place, at: knownAt }
    },

    /** Called when the stored place is at another position in the file that is open, or nowhere. Not an act: nothing is written. */
    showAt(place: Place | undefined): void {
      shown = place
    },

    /** Adds to the place of the last act what is known later, such as the words there. The time of the act remains. */
    complete(place: Place): void {
      if (actedAt === undefined) return
      shown = place
      if (unsaved) unsaved = { place, at: actedAt }
      else if (read()?.at === actedAt) write({ place, at: actedAt })
    },

    /** Stores the last act of this tab, unless there is none or a newer act is stored. Returns false if the act could not be stored. */
    save(): boolean {
      if (!unsaved) return true
      if (isNewer(unsaved.at, read(), now()) && !write(unsaved)) return false
      unsaved = undefined
      return true
    },

    /** Returns the stored place if another tab or browser stored it after the last act of this tab. */
    elsewhere(): Place | undefined {
      const stored = read()
      return stored && stored.at !== knownAt && isNewer(stored.at, { place: undefined, at: knownAt }, now()) ? stored.place : undefined
    },

    /** Called when this tab moved to the stored place, or when the person passed it over. Not an act. */
    acceptStored(): void {
      const stored = read()
      if (!stored) return
      shown = stored.place
      knownAt = stored.at
    },
  }
}
