// "Your turn" for those who look elsewhere: the title, a sound if wanted, a notice if allowed.

import { t } from "../i18n/i18n.svelte";
import { settings } from "../settings.svelte";

let title: string | undefined;
addEventListener("focus", () => {
  if (title !== undefined) document.title = title;
  title = undefined;
});

function chime(): void {
  const audio = new AudioContext();
  for (const [i, pitch] of [523, 659].entries()) {
    const tone = audio.createOscillator(),
      volume = audio.createGain();
    const at = audio.currentTime + i * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}

export function alert_turn(): void {
  if (settings.sound) chime();
  if (document.hasFocus()) return;
  title ??= document.title;
  document.title = `● ${t.your_turn()}`;
  if (settings.notify && "Notification" in window && Notification.permission === "granted") {
    new Notification("Bastide", { body: t.your_turn(), tag: "bastide-turn", icon: "/icon-192.png" });
  }
}
