/** Ids of elements that the browser opens by itself, without the script. */
export const NAVIGATION_ID = 'navigation'
export const MEMBER_MENU_ID = 'member-menu'
