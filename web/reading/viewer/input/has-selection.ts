/** Whether text of the page is selected. */
export const hasSelection = () => getSelection()?.isCollapsed === false
