// "Your turn" for those who look elsewhere: the title, a sound if wanted, a notice if allowed.

import { t } from "../i18n/i18n.svelte";
import { settings } from "../settings.svelte";
import { play_sound } from "../sound.svelte";
import { title } from "../title.svelte";

addEventListener("focus", () => (title.call = ""));

export function alert_turn(): void {
  play_sound("turn");
  if (document.hasFocus()) return;
  title.call = `● ${t.your_turn()}`;
  if (settings.notify && "Notification" in window && Notification.permission === "granted") {
    new Notification("Bastide", { body: t.your_turn(), tag: "bastide-turn", icon: "/icon-192.png" });
  }
}
